/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.examples.ysb.AdEvents.event;
import static org.trilink.examples.ysb.AdEvents.view;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.memory.MemoryScript;
import org.trilink.examples.memory.MemoryTopics;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultRows;
import org.trilink.examples.workload.Verdict;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.TestRedis;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Compares the script with the oracle, on stock Flink and a real Redis. */
@Tag("slow")
class YsbSqlTest {

  private static final GeneratorOptions IN_ORDER =
      new GeneratorOptions(300_000, 100, 0, Duration.ZERO, 0, 7);
  private static final Campaign A = Campaign.number(0);
  private static final Campaign B = Campaign.number(1);

  @TempDir private static Path folder;
  private static TestRedis server;
  private static Jedis redis;

  private final Ysb workload = new Ysb();
  private final Oracle<?> oracle = workload.mainQuery().newOracle();

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
  void emptyTopicsAndAddCampaigns() {
    MemoryTopics.clear();
    redis.flushAll();
    workload.redis().orElseThrow().load(server.address(), IN_ORDER, Optional.empty());
  }

  @Test
  void generatedEvents() throws Exception {
    workload.generate(IN_ORDER).forEachRemaining(this::read);

    long before = System.currentTimeMillis();
    Verdict verdict = runScript();
    long after = System.currentTimeMillis();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.mainResult().expected()).isEqualTo(300);
    assertThat(verdict.coverage().orElseThrow().lost()).isZero();
    PublishedCheck published =
        new PublishedCheck(MemoryTopics.read(workload.inputTopic()).iterator());
    assertThat(published.windows()).isEqualTo(300);
    assertThat(published.differences(server.address())).isEmpty();
    assertThat(timesUpdated()).hasSize(300).allMatch(time -> time >= before && time <= after);
  }

  @Test
  void theLayoutIsTheBenchmarksAndTheSameAfterAnotherRun() throws Exception {
    read(view(A.ad(0), 10_000));
    read(view(A.ad(9), 20_001));
    runScript();
    String list = redis.hget(A.id(), "windows");
    Map<String, String> campaign = redis.hgetAll(A.id());

    assertThat(campaign).containsOnlyKeys("windows", "10000", "20000");
    assertThat(campaign.values()).doesNotHaveDuplicates().allMatch(YsbSqlTest::isUuid);
    assertThat(redis.lrange(list, 0, -1)).containsExactlyInAnyOrder("10000", "20000");
    assertThat(redis.hgetAll(campaign.get("10000")))
        .containsOnlyKeys("seen_count", "time_updated")
        .containsEntry("seen_count", "1");

    runScript();
    assertThat(redis.hgetAll(A.id())).isEqualTo(campaign);
    assertThat(redis.hget(campaign.get("10000"), "seen_count")).isEqualTo("1");
  }

  @Test
  void onlyViewsOfCampaignsCount() throws Exception {
    read(view(A.ad(0), 0));
    read(event(A.ad(0), "click", "1"));
    read(event(A.ad(0), "purchase", "2"));
    read(view("an ad of no campaign", 3));
    read(view(Campaign.number(100).ad(0), 4));
    read(view(B.ad(0), 9_999));
    read(view(B.ad(9), 9_999));
    read(view(B.ad(0), 10_000));
    redis.del(Campaign.number(100).ad(0));

    runScript();

    assertThat(counts())
        .containsExactlyInAnyOrder(A.id() + " 0 1", B.id() + " 0 2", B.id() + " 10000 1");
  }

  @Test
  void timesOfAllForms() throws Exception {
    Stream.of(
            "-62167219200000",
            "-10001",
            "-1",
            "0",
            " 1 ",
            "+2",
            "3.9",
            "4.",
            ".5",
            "0006",
            "253402300799999")
        .forEach(time -> read(event(A.ad(0), "view", time)));
    Stream.of(
            "",
            " ",
            "noon",
            "1e3",
            "1 7",
            "+",
            "-",
            "17L",
            "1.7.0",
            "9223372036854775808",
            "253402300800000",
            "-62167219200001")
        .forEach(time -> read(event(A.ad(0), "view", time)));

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(oracle.unreadable()).isEqualTo(12);
    assertThat(counts())
        .containsExactlyInAnyOrder(
            A.id() + " -62167219200000 1",
            A.id() + " -20000 1",
            A.id() + " -10000 1",
            A.id() + " 0 7",
            A.id() + " 253402300790000 1");
  }

  @Test
  void linesThatMakeNoEvent() throws Exception {
    Stream.of(
            "",
            "null",
            "17",
            "[]",
            "nonsense",
            "{}",
            "{\"ad_id\": \"%s\", \"event_type\": \"view\"}".formatted(A.ad(0)))
        .forEach(line -> read(line.getBytes(StandardCharsets.UTF_8)));
    read("{\"event_type\": \"view\", \"event_time\": \"1\"}".getBytes(StandardCharsets.UTF_8));
    read(
        "{\"event_time\": 2, \"event_type\": \"view\", \"ad_id\": \"%s\", \"more\": [1]}"
            .formatted(A.ad(0))
            .getBytes(StandardCharsets.UTF_8));

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(oracle.unreadable()).isEqualTo(7);
    assertThat(counts()).containsExactly(A.id() + " 0 1");
  }

  private void read(byte[] line) {
    oracle.accept(line);
    MemoryTopics.write(workload.inputTopic(), line);
  }

  private Verdict runScript() throws Exception {
    MemoryScript.of(workload.name(), workload.mainQuery().name())
        .withRedis(server.address())
        .runOnStockFlink();
    try (ResultRows rows = openRows()) {
      return oracle.verify(result -> rows);
    }
  }

  private static List<Long> timesUpdated() {
    return rows().stream().map(SeenCountRow::timeUpdated).toList();
  }

  /** Campaign, window start and views. */
  private static List<String> counts() {
    return rows().stream()
        .map(row -> "%s %d %d".formatted(row.campaignId(), row.windowStart(), row.seenCount()))
        .toList();
  }

  private static List<SeenCountRow> rows() {
    try (ResultRows rows = openRows()) {
      List<SeenCountRow> parsed = new ArrayList<>();
      rows.forEach(row -> parsed.add(SeenCountRow.parse(row).orElseThrow()));
      return parsed;
    }
  }

  private static ResultRows openRows() {
    return Ysb.WINDOWS.open(new ClusterServers("no broker", Optional.of(server.address())));
  }

  private static boolean isUuid(String text) {
    return UUID.fromString(text).toString().equals(text);
  }
}
