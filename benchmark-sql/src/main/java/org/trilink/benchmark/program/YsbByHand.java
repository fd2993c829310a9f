/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.util.HashMap;
import java.util.Map;
import org.trilink.examples.generator.JsonLine;

/** Views per campaign and 10 s, in Redis; so are the campaigns of ads. */
final class YsbByHand implements HandWrittenQuery {

  private static final byte[] BEFORE_USER = JsonLine.ascii("{\"user_id\": \"");
  private static final byte[] BEFORE_PAGE = JsonLine.ascii("\", \"page_id\": \"");
  private static final byte[] BEFORE_AD = JsonLine.ascii("\", \"ad_id\": \"");
  private static final byte[] BEFORE_AD_TYPE = JsonLine.ascii("\", \"ad_type\": \"");
  private static final byte[] BEFORE_EVENT_TYPE = JsonLine.ascii("\", \"event_type\": \"");
  private static final byte[] BEFORE_EVENT_TIME = JsonLine.ascii("\", \"event_time\": \"");
  private static final byte[] VIEW = JsonLine.ascii("view");

  private static final long WINDOW_MS = 10_000;

  private final LineScanner scanner = new LineScanner();

  /** By ad. */
  private final Map<String, Campaign> ads = new HashMap<>();

  private final Map<String, Campaign> campaigns = new HashMap<>();
  private final RedisViews redis;

  YsbByHand(RedisViews redis) {
    this.redis = redis;
  }

  @Override
  public void accept(byte[] line) {
    scanner.open(line);
    scanner.expect(BEFORE_USER);
    scanner.skipText();
    scanner.expect(BEFORE_PAGE);
    scanner.skipText();
    scanner.expect(BEFORE_AD);
    String ad = scanner.text();
    scanner.expect(BEFORE_AD_TYPE);
    scanner.skipText();
    scanner.expect(BEFORE_EVENT_TYPE);
    if (!scanner.isText(VIEW)) {
      return;
    }
    scanner.expect(BEFORE_EVENT_TIME);
    long time = scanner.number();

    Campaign campaign = ads.get(ad);
    if (campaign == null) {
      campaign = campaigns.computeIfAbsent(redis.campaignOf(ad), Campaign::new);
      ads.put(ad, campaign);
    }
    long start = time - time % WINDOW_MS;
    if (start != campaign.start) {
      write(campaign);
      campaign.start = start;
      campaign.views = 0;
    }
    campaign.views++;
  }

  @Override
  public void finish() {
    campaigns.values().forEach(this::write);
    redis.close();
  }

  private void write(Campaign campaign) {
    if (campaign.views > 0) {
      redis.write(campaign.id, campaign.start, campaign.views);
    }
  }

  /** A campaign, and the window that it is in. */
  private static final class Campaign {

    private final String id;
    private long start;
    private long views;

    Campaign(String id) {
      this.id = id;
    }
  }
}
