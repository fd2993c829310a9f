/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.examples.workload.ExpectedRows;

/** The views of each campaign and window, counted from the input. */
final class ViewCounts implements ExpectedRows<CampaignWindow, SeenCountRow> {

  private final Map<CampaignWindow, Long> counts = new HashMap<>();

  /** Counts the event if it is a view of a campaign's ad. Its time must be one. */
  void add(AdEvent event) {
    if (event.isView()) {
      Campaign.ofAd(event.adId())
          .map(campaign -> CampaignWindow.of(campaign, event.eventTimeMs()))
          .ifPresent(window -> counts.merge(window, 1L, Long::sum));
    }
  }

  /** The number of views of all campaigns and windows. */
  long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public Stream<CampaignWindow> keys() {
    return counts.keySet().stream();
  }

  @Override
  public Optional<SeenCountRow> find(CampaignWindow window) {
    return Optional.ofNullable(counts.get(window))
        .map(count -> SeenCountRow.expected(window, count));
  }
}
