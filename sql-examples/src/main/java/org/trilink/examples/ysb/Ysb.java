/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.RedisData;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.TimedLines;
import org.trilink.examples.workload.Workload;

/** The Yahoo Streaming Benchmark: how often each campaign's ads are viewed. */
public final class Ysb implements Workload {

  static final Result WINDOWS = new CampaignWindows();

  private static final long START_MS = 1_700_000_000_000L;
  private static final int CAMPAIGNS = 100;

  /** Views per campaign and 10 seconds. */
  private final Query ysb =
      new Query(
          "ysb",
          List.of(WINDOWS),
          Set.of("window_start", "time_updated"),
          500_000,
          YsbOracle::new,
          new YsbRowTimes());

  @Override
  public String name() {
    return "ysb";
  }

  @Override
  public String records() {
    return "events";
  }

  @Override
  public String inputTopic() {
    return "ad-events";
  }

  @Override
  public List<Query> queries() {
    return List.of(ysb);
  }

  /**
   * The campaign's id, so that all of its events are in one partition, in order: a campaign's
   * watermark is made of its own events, so these must not overtake each other. The ad's id if it
   * is of no campaign.
   */
  @Override
  public byte[] keyOf(byte[] line) {
    return AdEvent.parse(line)
        .map(AdEvent::adId)
        .map(ad -> Campaign.ofAd(ad).map(Campaign::id).orElse(ad))
        .map(key -> key.getBytes(StandardCharsets.UTF_8))
        .orElseGet(() -> new byte[0]);
  }

  @Override
  public GeneratorDefaults defaults() {
    return new GeneratorDefaults(CAMPAIGNS, 0.5, Duration.ofSeconds(15));
  }

  @Override
  public Optional<RedisData> redis() {
    return Optional.of(new CampaignData());
  }

  @Override
  public boolean isLive() {
    return true;
  }

  @Override
  public TimedLines generateLive(GeneratorOptions options, long startMs) {
    return new AdEventGenerator(options, startMs);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return new AdEventGenerator(options, START_MS);
  }
}
