/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/**
 * The benchmark's layout in Redis: a set {@code campaigns} of their ids; a string for each ad, its
 * campaign's id; a hash for each campaign with the ids of its windows by their starts, in epoch
 * milliseconds, and, as {@code windows}, the id of a list of these starts; a hash for each window
 * with {@code seen_count} and {@code time_updated}, epoch milliseconds.
 */
final class BenchmarkRedis implements AutoCloseable {

  private static final String CAMPAIGNS = "campaigns";
  private static final String WINDOWS = "windows";
  private static final String SEEN_COUNT = "seen_count";
  private static final String TIME_UPDATED = "time_updated";

  private static final int CAMPAIGNS_PER_BATCH = 1_000;

  private final JedisPooled redis;

  /**
   * @param address {@code host:port}
   */
  BenchmarkRedis(String address) {
    redis = new JedisPooled(HostAndPort.from(address));
  }

  /** Adds campaigns and their ads. */
  void addCampaigns(Stream<Campaign> campaigns) {
    Iterator<Campaign> left = campaigns.iterator();
    while (left.hasNext()) {
      try (Pipeline batch = redis.pipelined()) {
        for (int i = 0; i < CAMPAIGNS_PER_BATCH && left.hasNext(); i++) {
          add(left.next(), batch);
        }
      }
    }
  }

  private static void add(Campaign campaign, Pipeline batch) {
    batch.sadd(CAMPAIGNS, campaign.id());
    for (int ad = 0; ad < Campaign.ADS; ad++) {
      batch.set(campaign.ad(ad), campaign.id());
    }
  }

  /** The ids of all campaigns, sorted. */
  List<String> campaigns() {
    return redis.smembers(CAMPAIGNS).stream().sorted().toList();
  }

  /** How many windows the campaigns' lists have. */
  long listedWindows() {
    return lengths(windowLists()).stream().mapToLong(Response::get).sum();
  }

  private List<String> windowLists() {
    List<Response<String>> lists = new ArrayList<>();
    try (Pipeline batch = redis.pipelined()) {
      campaigns().forEach(campaign -> lists.add(batch.hget(campaign, WINDOWS)));
    }
    return lists.stream().map(Response::get).filter(list -> list != null).toList();
  }

  private List<Response<Long>> lengths(List<String> lists) {
    List<Response<Long>> lengths = new ArrayList<>();
    try (Pipeline batch = redis.pipelined()) {
      lists.forEach(list -> lengths.add(batch.llen(list)));
    }
    return lengths;
  }

  /** The window starts in a campaign's list, as they are there; none without a list. */
  List<String> listedWindows(String campaignId) {
    return Optional.ofNullable(redis.hget(campaignId, WINDOWS))
        .map(list -> redis.lrange(list, 0, -1))
        .orElseGet(List::of);
  }

  /**
   * The hash that is stored for a campaign's window; empty if the campaign's hash does not have it.
   */
  Optional<StoredWindow> window(String campaignId, String start) {
    return Optional.ofNullable(redis.hget(campaignId, start))
        .map(id -> redis.hmget(id, SEEN_COUNT, TIME_UPDATED))
        .map(values -> new StoredWindow(values.get(0), values.get(1)));
  }

  /**
   * The fields of a window's hash, as they are stored.
   *
   * @param seenCount null if there is none
   * @param timeUpdated null if there is none
   */
  record StoredWindow(String seenCount, String timeUpdated) {}

  @Override
  public void close() {
    redis.close();
  }
}
