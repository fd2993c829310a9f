/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.KeyAndStart;

/** The views of each campaign and window, counted from the input. */
final class ViewCounts {

  private final Map<KeyAndStart<String>, Long> counts = new HashMap<>();

  /** Counts the event if it is a view of a campaign's ad. Its time must be one. */
  void add(AdEvent event) {
    if (event.isView()) {
      Campaign.ofAd(event.adId())
          .map(
              campaign ->
                  KeyAndStart.ofWindow(campaign.id(), event.eventTimeMs(), SeenCountRow.WINDOW_MS))
          .ifPresent(window -> counts.merge(window, 1L, Long::sum));
    }
  }

  /** The number of views of all campaigns and windows. */
  long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The rows of these views. */
  ExpectedRows<KeyAndStart<String>, SeenCountRow> rows() {
    return ExpectedRows.of(
        counts, (window, count) -> Optional.of(SeenCountRow.expected(window, count)));
  }
}
