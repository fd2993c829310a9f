/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.advice.Advice;
import org.trilink.planner.testing.CapturedLog;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.SeenMetrics;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.testing.KafkaTopic;

/**
 * A newcomer's topic: 60 bikes, each with a ping every ten seconds, strictly in order; every second
 * bike is ten minutes late. Written without record keys, a bike's pings are in both partitions.
 */
@Tag("slow")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BikesTest {

  private static final int BIKES = 60;
  private static final int PINGS = 300;

  /** The number of pings by which every second bike is late. */
  private static final int LAG = 60;

  /** How many pings are written to a partition in a row. */
  private static final int BATCH = 100;

  /** The number of windows of five minutes, without the last one of each bike. */
  private static final int WINDOWS = 540;

  private static final int PINGS_OF_WINDOW = 30;

  /** How many windows a bike has fired at most when a turn of the other partition comes. */
  private static final int FIRED_BY_A_TURN = 2;

  private static final String LAST_WINDOW = "2020-09-13T00:45";

  private static final String COUNTS =
      "SELECT /*+ TRILINK(%s) */ k, window_start, COUNT(*) AS c"
          + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' MINUTE))"
          + " WHERE seen(id) GROUP BY k, window_start, window_end";

  private KafkaTopic withoutKeys;
  private KafkaTopic withKeys;

  @BeforeAll
  void writeTopics() throws Exception {
    List<KafkaTopic.Line> keyed = pings();
    List<KafkaTopic.Line> unkeyed = new ArrayList<>();
    for (KafkaTopic.Line ping : keyed) {
      unkeyed.add(new KafkaTopic.Line(null, ping.value(), unkeyed.size() / BATCH % 2));
    }
    withoutKeys = KafkaTopic.create(2);
    withoutKeys.write(unkeyed);
    withKeys = KafkaTopic.create(2);
    withKeys.write(keyed);
  }

  /** The pings in the order in which they are sent. */
  private static List<KafkaTopic.Line> pings() {
    List<KafkaTopic.Line> pings = new ArrayList<>();
    for (int step = 0; step < PINGS + LAG; step++) {
      for (int bike = 0; bike < BIKES; bike++) {
        int ping = bike % 2 == 0 ? step : step - LAG;
        if (ping >= 0 && ping < PINGS) {
          pings.add(Readings.line("bike " + bike, 0, 1, 100L * ping + bike));
        }
      }
    }
    return pings;
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
    SeenMetrics.watch(Set.of("numLateRecordsByKeyWatermark", "numLateRecordsBySubtaskWatermark"));
  }

  private static KafkaSqlJob job(String table) {
    return new KafkaSqlJob()
        .define(table)
        .withParallelism(1)
        .with("pipeline.auto-watermark-interval", "1 ms")
        .with("table.optimizer.trilink.advice.timeout", "60 s");
  }

  private static Counted run(KafkaSqlJob job, String options) throws Exception {
    List<Window> windows = windows(job, options);
    return new Counted(
        (int) windows.stream().filter(Window::isRight).count(),
        windows.stream().mapToLong(Window::count).sum());
  }

  /** The windows in the results, without the last one of each bike. */
  private static List<Window> windows(KafkaSqlJob job, String options) throws Exception {
    List<Window> windows = new ArrayList<>();
    job.planOnly(COUNTS.formatted(options));
    Seen.clear(); // a sample may have been taken
    for (String row : job.drain(job.environment().executeAsync(), BIKES * PINGS)) {
      String[] columns = row.substring(row.indexOf('[') + 1, row.length() - 1).split(", ", -1);
      if (!columns[1].equals(LAST_WINDOW)) {
        int bike = Integer.parseInt(columns[0].substring("bike ".length()));
        windows.add(new Window(bike, Integer.parseInt(columns[2])));
      }
    }
    return windows;
  }

  private record Counted(int windowsRight, long pings) {}

  /** A window of a bike, with the number of its pings that were counted. */
  private record Window(int bike, int count) {

    boolean isRight() {
      return count == PINGS_OF_WINDOW;
    }
  }

  @Test
  void stockFlinkLosesPings() throws Exception {
    Counted stock =
        run(job(Readings.table("t", withoutKeys)).withoutTrilink(), "'watermark'='key'");
    assertThat(stock.windowsRight).isLessThan(WINDOWS);
  }

  /** The pings that are dropped are behind Flink's watermark, too, in the same run. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'watermark'='key'",
        "'watermark'='key', 'exchange'='local-merge'",
        "'watermark'='auto', 'exchange'='auto', 'strict'='true'",
        "'watermark'='key', 'watermark.keys-per-group'='4'"
      })
  void nothingIsLostThatStockFlinkKeeps(String options) throws Exception {
    Counted counted = run(job(Readings.table("t", withoutKeys)), options);
    double byKey = SeenMetrics.sum("numLateRecordsByKeyWatermark");
    double bySubtask = SeenMetrics.sum("numLateRecordsBySubtaskWatermark");
    assertThat(byKey).isLessThanOrEqualTo(bySubtask);
    assertThat(counted.pings).isPositive();
  }

  /** With the hint that {@code advise --apply} writes into the statement. */
  @Test
  void nothingIsLostByWhatIsAdvisedThatStockFlinkKeeps() throws Exception {
    String advised = advised(Readings.table("t", withoutKeys));
    assertThat(advised).contains("'watermark'='key'");
    nothingIsLostThatStockFlinkKeeps(advised);
  }

  @Test
  void withRecordKeysNothingIsLostByWhatIsAdvised() throws Exception {
    withRecordKeysNothingIsLost(advised(Readings.keyedTable("t", withKeys)));
  }

  private static String advised(String table) {
    Advice advice = Advice.forStatement(job(table).tables(), COUNTS.replaceFirst("/\\*.*\\*/", ""));
    return advice.operators().get(0).options().entrySet().stream()
        .map(option -> "'" + option.getKey() + "'='" + option.getValue() + "'")
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'watermark'='key'",
        "'watermark'='key', 'exchange'='local-merge'",
        "'watermark'='auto', 'exchange'='auto', 'strict'='true'"
      })
  void withRecordKeysNothingIsLost(String options) throws Exception {
    KafkaSqlJob job = job(Readings.keyedTable("t", withKeys));
    assertThat(TestPlanner.orders(job.explain(COUNTS.formatted(options))))
        .singleElement()
        .asString()
        .startsWith("watermark.order=by-key (");
    assertThat(run(job, options)).isEqualTo(new Counted(WINDOWS, WINDOWS * PINGS_OF_WINDOW));
  }

  /** Nobody has declared anything; the broker says that there is one partition. */
  @Test
  void inATopicOfOnePartitionNothingIsLost() throws Exception {
    KafkaTopic one = KafkaTopic.create(1);
    one.write(pings().stream().map(ping -> new KafkaTopic.Line(null, ping.value(), 0)).toList());
    KafkaSqlJob job = job(Readings.table("t", one));
    assertThat(TestPlanner.orders(job.explain(COUNTS.formatted("'watermark'='key'"))))
        .containsExactly("watermark.order=by-key (the topic of table t has one partition)");
    assertThat(run(job, "'watermark'='key'"))
        .isEqualTo(new Counted(WINDOWS, WINDOWS * PINGS_OF_WINDOW));
  }

  /**
   * A table that declares record keys which the topic does not have. The partitions are read by
   * turns, less than a window at a time, so a bike that is not late loses what the first such turn
   * has fired, and nothing after it: Flink's watermark is the minimum over both partitions, and in
   * each of them these bikes are in order.
   */
  @Test
  void keysThatAreWronglyDeclaredLoseNoMoreThanTheyHadFired() throws Exception {
    SeenMetrics.watch(Set.of("numKeysOutOfOrder"));
    String table =
        Readings.table(
            "t",
            withoutKeys.name(),
            "'key.format'='raw', 'key.fields'='k', 'value.format'='json',"
                + " 'properties.max.partition.fetch.bytes'='8000'");
    List<Window> windows;
    List<String> warnings;
    try (CapturedLog log = new CapturedLog(Level.WARN)) {
      windows = windows(job(table), "'watermark'='key'");
      warnings = warnings(log);
    }
    assertThat(SeenMetrics.sum("numKeysOutOfOrder")).isBetween(2.0, BIKES / 2.0);
    assertThat(warnings).singleElement().asString().startsWith("WARN KeyWatermarkWindowAggregate");
    Map<Integer, Long> incomplete =
        windows.stream()
            .filter(window -> window.bike % 2 == 0 && !window.isRight())
            .collect(Collectors.groupingBy(Window::bike, Collectors.counting()));
    assertThat(incomplete.values()).isNotEmpty().allMatch(count -> count <= FIRED_BY_A_TURN);
  }

  private static List<String> warnings(CapturedLog log) {
    return log.lines().stream().filter(line -> line.contains("numKeysOutOfOrder")).toList();
  }

  /** As long as the partitions may be apart: both are read within an hour of event time. */
  @Test
  void withALongDelayNothingIsLostEither() throws Exception {
    String options = "'watermark'='key', 'watermark.delay'='1 h'";
    assertThat(run(job(Readings.table("t", withoutKeys)), options))
        .isEqualTo(new Counted(WINDOWS, WINDOWS * PINGS_OF_WINDOW));
  }
}
