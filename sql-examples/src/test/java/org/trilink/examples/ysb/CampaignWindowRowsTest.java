/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.examples.ysb.AdEvents.view;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.ResultRows;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.TestRedis;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Reads the benchmark's layout, which is written by hand. */
class CampaignWindowRowsTest {

  private static final Campaign A = Campaign.number(0);
  private static final Campaign B = Campaign.number(1);

  @TempDir private static Path folder;
  private static TestRedis server;
  private static Jedis redis;

  @BeforeAll
  static void startServer() {
    server = new TestRedis(folder);
    redis = new Jedis(HostAndPort.from(server.address()));
  }

  @AfterAll
  static void stopServer() {
    redis.close();
    server.close();
  }

  @BeforeEach
  void addCampaigns() {
    redis.flushAll();
    try (BenchmarkRedis benchmark = new BenchmarkRedis(server.address())) {
      benchmark.addCampaigns(Stream.of(A, B));
    }
  }

  @Test
  void noWindows() {
    assertThat(rows()).isEmpty();
  }

  @Test
  void windowsOfAllCampaigns() {
    write(A, 0, "2", "11111");
    write(A, 10_000, "3", "22222");
    write(B, 0, "4", "33333");

    assertThat(rows())
        .containsExactlyInAnyOrder(
            row(A, "0", ",\"seen_count\":2,\"time_updated\":11111"),
            row(A, "10000", ",\"seen_count\":3,\"time_updated\":22222"),
            row(B, "0", ",\"seen_count\":4,\"time_updated\":33333"));
  }

  @Test
  void whatIsMissingIsLeftOutAndWhatIsNoNumberStaysText() {
    redis.hset(A.id(), "windows", "list");
    redis.lpush("list", "30000", "20000", "10000", "0");
    redis.hset(A.id(), Map.of("10000", "no such window", "20000", "w2", "30000", "w3"));
    redis.hset("w2", "seen_count", "5");
    redis.hset("w3", Map.of("seen_count", "many", "time_updated", "6"));

    assertThat(rows())
        .containsExactly(
            row(A, "0", ""),
            row(A, "10000", ""),
            row(A, "20000", ",\"seen_count\":5"),
            row(A, "30000", ",\"seen_count\":\"many\",\"time_updated\":6"));
  }

  @Test
  void aWindowThatIsListedTwiceIsTwoRows() {
    write(A, 0, "2", "11111");
    redis.lpush(A.id() + " list", "0");

    assertThat(rows())
        .hasSize(2)
        .containsOnly(row(A, "0", ",\"seen_count\":2,\"time_updated\":11111"));
  }

  @Test
  void thePublishedCheckFindsNothingInRightCounts() {
    write(A, 0, "2", "11111");
    write(A, 10_000, "1", "22222");

    assertThat(publishedCheck(view(A.ad(0), 0), view(A.ad(9), 9_999), view(A.ad(5), 10_000)))
        .isEmpty();
  }

  @Test
  void thePublishedCheckFindsDifferentCountsAndMissingWindows() {
    write(A, 0, "3", "11111");
    redis.hset(A.id(), "20000", "w2");

    assertThat(
            publishedCheck(
                view(A.ad(0), 0),
                view(A.ad(9), 9_999),
                view(A.ad(5), 10_000),
                view(A.ad(5), 20_000)))
        .containsExactly(
            "campaign %s, window 0: seen_count is 3, 2 expected".formatted(A.id()),
            "campaign %s has no window 10000, 1 views expected".formatted(A.id()),
            "campaign %s, window 20000: seen_count is null, 1 expected".formatted(A.id()));
  }

  private static void write(Campaign campaign, long start, String seen, String updated) {
    String window = campaign.id() + " window " + start;
    String list = campaign.id() + " list";
    redis.hset(campaign.id(), Map.of("windows", list, String.valueOf(start), window));
    redis.lpush(list, String.valueOf(start));
    redis.hset(window, Map.of("seen_count", seen, "time_updated", updated));
  }

  /** The rows; their number is also compared with {@link ResultRows#size()}. */
  private static List<String> rows() {
    try (ResultRows rows =
        Ysb.WINDOWS.open(new ClusterServers("no broker", Optional.of(server.address())))) {
      List<String> texts =
          StreamSupport.stream(rows.spliterator(), false)
              .map(row -> new String(row, StandardCharsets.UTF_8))
              .toList();
      assertThat(rows.size()).isEqualTo(texts.size());
      return texts;
    }
  }

  private static List<String> publishedCheck(byte[]... input) {
    return new PublishedCheck(Stream.of(input).iterator()).differences(server.address());
  }

  private static String row(Campaign campaign, String start, String counts) {
    return "{\"campaign_id\":\"%s\",\"window_start\":%s%s}".formatted(campaign.id(), start, counts);
  }
}
