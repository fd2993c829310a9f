/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.trilink.examples.generator.Arrivals;
import org.trilink.examples.generator.ReportSchedule;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.TimedLines;

/**
 * The benchmark's events in the order of their arrival, {@value #EVENTS_PER_SECOND} in a second of
 * event time over all campaigns. Users and pages are new in every event; ad of the campaign, ad
 * type and event type are drawn with equal chances. About 70 bytes of memory a campaign.
 */
public final class AdEventGenerator implements TimedLines {

  private static final int EVENTS_PER_SECOND = 10_000;

  /** More campaigns than have an event in this time have more events a second. */
  private static final double MAX_INTERVAL_MS = 30_000;

  private static final String[] AD_TYPES = {
    "banner", "modal", "sponsored-search", "mail", "mobile"
  };
  private static final String[] EVENT_TYPES = {"view", "click", "purchase"};

  private final long startMs;
  private final Arrivals arrivals;
  private final SplittableRandom choices;

  /**
   * @param startMs the earliest event time, in epoch milliseconds
   */
  public AdEventGenerator(GeneratorOptions options, long startMs) {
    this.startMs = startMs;
    SplittableRandom random = new SplittableRandom(options.seed());
    arrivals =
        new Arrivals(
            new ReportSchedule(options, intervalMs(options.keys()), random.split()),
            options.keys());
    choices = random.split();
  }

  private static double intervalMs(int campaigns) {
    return Math.min(campaigns * 1_000.0 / EVENTS_PER_SECOND, MAX_INTERVAL_MS);
  }

  @Override
  public boolean hasNext() {
    return arrivals.hasNext();
  }

  @Override
  public byte[] next() {
    arrivals.next();
    String ad = Campaign.number(arrivals.key()).ad(choices.nextInt(Campaign.ADS));
    String line =
        "{\"user_id\": \""
            + newId()
            + "\", \"page_id\": \""
            + newId()
            + "\", \"ad_id\": \""
            + ad
            + "\", \"ad_type\": \""
            + one(AD_TYPES)
            + "\", \"event_type\": \""
            + one(EVENT_TYPES)
            + "\", \"event_time\": \""
            + (startMs + arrivals.eventTimeMs())
            + "\", \"ip_address\": \"1.2.3.4\"}";
    return line.getBytes(StandardCharsets.US_ASCII);
  }

  private String newId() {
    return RandomUuid.of(choices.nextLong(), choices.nextLong()).toString();
  }

  private String one(String[] names) {
    return names[choices.nextInt(names.length)];
  }

  @Override
  public long arrivalMs() {
    return startMs + arrivals.arrivalMs();
  }
}
