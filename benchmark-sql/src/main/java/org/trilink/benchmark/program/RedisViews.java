/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.util.Map;
import java.util.UUID;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** The Yahoo Streaming Benchmark's data in Redis: campaigns of ads, and windows of campaigns. */
final class RedisViews implements AutoCloseable {

  /** The database that results are in, and the campaigns of ads. */
  static final int MEASURED = 0;

  /** A database for results that do not count. */
  static final int WARM_UP = 1;

  private final Jedis ads;
  private final Jedis windows;

  /**
   * @param address {@code host:port}
   * @param database for windows
   */
  RedisViews(String address, int database) {
    ads = new Jedis(HostAndPort.from(address));
    windows = new Jedis(HostAndPort.from(address));
    windows.select(database);
  }

  String campaignOf(String ad) {
    String campaign = ads.get(ad);
    if (campaign == null) {
      throw new IllegalArgumentException("no campaign has the ad " + ad);
    }
    return campaign;
  }

  /** Writes how many views a campaign had in the window that begins at an epoch millisecond. */
  void write(String campaign, long start, long views) {
    String window = UUID.randomUUID().toString();
    String list = "windows of " + campaign;
    try (Pipeline commands = windows.pipelined()) {
      commands.hset(campaign, Map.of("windows", list, String.valueOf(start), window));
      commands.lpush(list, String.valueOf(start));
      commands.hset(
          window,
          Map.of(
              "seen_count",
              String.valueOf(views),
              "time_updated",
              String.valueOf(System.currentTimeMillis())));
    }
  }

  @Override
  public void close() {
    ads.close();
    windows.close();
  }
}
