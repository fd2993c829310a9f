/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.Comparator;

/**
 * One campaign and 10 seconds.
 *
 * @param start epoch milliseconds, inclusive
 */
record CampaignWindow(String campaignId, long start) implements Comparable<CampaignWindow> {

  static final long SIZE_MS = 10_000;

  private static final Comparator<CampaignWindow> BY_CAMPAIGN_AND_START =
      Comparator.comparing(CampaignWindow::campaignId).thenComparingLong(CampaignWindow::start);

  /** The window [start, end) that an event time, before 1970 or after, falls into. */
  static CampaignWindow of(Campaign campaign, long eventTimeMs) {
    return new CampaignWindow(campaign.id(), Math.floorDiv(eventTimeMs, SIZE_MS) * SIZE_MS);
  }

  /** Epoch milliseconds, exclusive. */
  long end() {
    return start + SIZE_MS;
  }

  @Override
  public int compareTo(CampaignWindow other) {
    return BY_CAMPAIGN_AND_START.compare(this, other);
  }
}
