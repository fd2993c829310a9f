/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.trilink.examples.workload.Oracle;

/** Counts the input's views; then looks the result rows up. Rows are expected without times. */
public final class YsbOracle extends Oracle<AdEvent> {

  private final ViewCounts counts = new ViewCounts();

  @Override
  protected Optional<AdEvent> parse(byte[] line) {
    return AdEvent.parse(line).filter(AdEvent::hasEventTime);
  }

  @Override
  protected void add(AdEvent event) {
    counts.add(event);
  }

  @Override
  protected List<Expected<?, ?>> expected() {
    return List.of(new Expected<>(Ysb.WINDOWS, "window", SeenCountRow::parse, counts.rows()));
  }

  @Override
  protected OptionalLong readings() {
    return OptionalLong.of(counts.total());
  }
}
