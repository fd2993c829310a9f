/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultCheck;
import org.trilink.examples.workload.Verdict;

/** Counts the input's views; then looks the result rows up. */
public final class YsbOracle implements Oracle {

  private final ViewCounts counts = new ViewCounts();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<AdEvent> event = AdEvent.parse(line).filter(AdEvent::hasEventTime);
    event.ifPresentOrElse(counts::add, () -> unreadable++);
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<CampaignWindow, SeenCountRow> check =
        new ResultCheck<>("window", SeenCountRow::parse, counts)
            .accept(rows.apply(YsbQuery.WINDOWS));
    return new Verdict(
        List.of(check.finish()),
        Optional.of(new Verdict.Coverage(counts.total(), check.readingsCovered())),
        check.differences());
  }

  /** Without {@code time_updated}. */
  @Override
  public Iterator<byte[]> expectedRows() {
    return counts
        .keys()
        .sorted()
        .map(window -> counts.find(window).orElseThrow().toJson())
        .iterator();
  }
}
