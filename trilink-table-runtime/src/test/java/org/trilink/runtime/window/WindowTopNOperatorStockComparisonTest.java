/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.window.WindowTopNOperator.LATE_RECORDS_DROPPED;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkOperatorFactory;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/**
 * The main property: with one watermark the operator yields what Flink's does; with a watermark per
 * key, over keys that are far apart, it yields what Flink's does if it runs for each key alone.
 */
@Tag("slow")
class WindowTopNOperatorStockComparisonTest {

  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final int SEEDS_ON_HEAP = 12;
  private static final int SEEDS_ON_ROCKSDB = 2;

  private static final List<TopN> SHAPES =
      List.of(
          TopN.greatest(1, 3),
          TopN.greatest(2, 4).least(),
          TopN.greatest(1, 50).withoutRank(),
          TopN.greatest(3, 3).withoutRank(),
          TopN.deduplication(true),
          TopN.deduplication(false));

  static Stream<Arguments> shapesAndBackends() {
    return SHAPES.stream()
        .flatMap(
            shape ->
                Stream.of(StateBackends.HEAP, StateBackends.ROCKSDB)
                    .map(backend -> Arguments.of(shape, backend)));
  }

  private static IntStream seeds(StateBackends backend) {
    return IntStream.rangeClosed(
        1, backend == StateBackends.HEAP ? SEEDS_ON_HEAP : SEEDS_ON_ROCKSDB);
  }

  // --------------------------------------------------------------------------- one watermark

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("shapesAndBackends")
  void equalsStockOnOneWatermark(TopN shape, StateBackends backend) throws Exception {
    for (int seed : seeds(backend).toArray()) {
      assertEqualsStock(shape, backend, 1 + seed % 4, 0, 10, seed);
    }
  }

  @Test
  void equalsStockAcrossDaylightSavingTime() throws Exception {
    TopN shape = TopN.greatest(1, 2).in(ZoneId.of("America/Los_Angeles"), HOUR);
    for (String change : List.of("2021-03-14T10:00:00Z", "2021-11-07T09:00:00Z")) {
      long start = Instant.parse(change).minus(Duration.ofHours(12)).toEpochMilli();
      for (int seed = 1; seed <= 4; seed++) {
        assertEqualsStock(shape, StateBackends.HEAP, 2, start, HOUR / 4, seed);
      }
    }
  }

  /** For keys whose records are approximately sorted by time. */
  private static void assertEqualsStock(
      TopN shape, StateBackends backend, int keys, long start, long pace, int seed)
      throws Exception {
    Random random = new Random(seed);
    RandomReadings readings = new RandomReadings(seed, 1, start, pace);
    long delay = random.nextLong(3 * pace);
    long latest = Long.MIN_VALUE;
    try (KeyedOperatorHarness ours = KeyedOperatorHarness.open(shape.ours(), backend);
        KeyedOperatorHarness stock = KeyedOperatorHarness.open(shape.stock(), StateBackends.HEAP)) {
      for (int id = 0; id < 300; id++) {
        RowData row = shape.row(tied(readings.next(), "key-" + random.nextInt(keys)), id);
        ours.process(row);
        stock.process(row);
        latest = Math.max(latest, row.getLong(TopN.ROWTIME));
        if (random.nextInt(3) == 0) {
          ours.watermark(latest - delay);
          stock.watermark(latest - delay);
          assertThat(byWindow(ours.rows()))
              .as("%s, seed %s, record %s", shape, seed, id)
              .isEqualTo(byWindow(stock.rows()));
        }
      }
      ours.watermark(Long.MAX_VALUE);
      stock.watermark(Long.MAX_VALUE);
      assertThat(byWindow(ours.rows()))
          .as("%s, seed %s, at the end", shape, seed)
          .isEqualTo(byWindow(stock.rows()));
      assertThat(ours.counter(LATE_RECORDS_DROPPED))
          .as("%s, seed %s", shape, seed)
          .isEqualTo(stock.counter("numLateRecordsDropped"))
          .isPositive();
      assertThat(ours.stateEntries()).isZero();
      assertThat(ours.timers()).isZero();
    }
  }

  /** With few different values, so that many rows have equal sort keys. */
  private static Reading tied(Reading reading, String key) {
    return Reading.of(key, reading.time(), Math.floorMod(reading.value(), 5));
  }

  /**
   * Rows by key and window, in order within these; keys, and windows with the same end, have no
   * order.
   */
  private static Map<String, List<String>> byWindow(List<String> rows) {
    return rows.stream().collect(Collectors.groupingBy(row -> row.substring(0, row.indexOf(')'))));
  }

  // --------------------------------------------------------------------- a watermark per key

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("shapesAndBackends")
  void equalsStockPerKeyUnderKeyWatermarks(TopN shape, StateBackends backend) throws Exception {
    long[] delays = {0, 1, 5, 25};
    for (int seed : seeds(backend).toArray()) {
      assertEqualsStockPerKey(shape, backend, delays[seed % delays.length], seed);
    }
  }

  private static void assertEqualsStockPerKey(
      TopN shape, StateBackends backend, long delay, int seed) throws Exception {
    RandomReadings readings = new RandomReadings(seed, 3, -100, 10);
    Map<String, KeyedOperatorHarness> alone = new HashMap<>();
    Map<String, Long> latest = new HashMap<>();
    try (KeyedOperatorHarness ours =
            KeyedOperatorHarness.open(underKeyWatermarks(shape, delay), backend);
        KeyedOperatorHarness together =
            KeyedOperatorHarness.open(shape.stock(), StateBackends.HEAP)) {
      for (String key : readings.keys()) {
        alone.put(key, KeyedOperatorHarness.open(shape.stock(), StateBackends.HEAP));
      }
      long latestOfAll = Long.MIN_VALUE;
      for (int id = 0; id < 300; id++) {
        Reading reading = readings.next();
        RowData row = shape.row(tied(reading, reading.key()), id);
        KeyedOperatorHarness stock = alone.get(reading.key());
        ours.process(row);
        stock.process(row);
        stock.watermark(latest.merge(reading.key(), reading.time(), Math::max) - delay);
        assertThat(ours.output())
            .as("%s, seed %s, record %s: %s", shape, seed, id, reading)
            .isEqualTo(stock.rows());
        together.process(row);
        latestOfAll = Math.max(latestOfAll, reading.time());
        together.watermark(latestOfAll - delay);
      }

      ours.watermark(Long.MAX_VALUE);
      List<String> last = ours.rows();
      long late = 0;
      for (String key : readings.keys()) {
        alone.get(key).watermark(Long.MAX_VALUE);
        assertThat(last.stream().filter(row -> row.contains(key + " ")))
            .as("%s, seed %s", shape, seed)
            .containsExactlyElementsOf(alone.get(key).rows());
        late += alone.get(key).counter("numLateRecordsDropped");
      }
      assertThat(ours.counter(LATE_RECORDS_DROPPED)).isEqualTo(late);
      assertThat(ours.counter("numRecordsBehindKeyWatermark")).isEqualTo(late);
      assertThat(together.counter("numLateRecordsDropped")).isGreaterThan(late + 100);
      assertThat(ours.stateEntries()).isZero();
    } finally {
      for (KeyedOperatorHarness stock : alone.values()) {
        stock.close();
      }
    }
  }

  private static KeyedOperator underKeyWatermarks(TopN shape, long delay) {
    InputTime time = InputTime.rowtime(TopN.ROWTIME, delay);
    InputTime ofWindows = time.ofWindows(TopN.WINDOW_END, shape.zone());
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.ofMaxSkew(KeyWatermarkPolicy.UNBOUNDED);
    return shape
        .ours()
        .wrappedBy(factory -> new KeyWatermarkOperatorFactory(factory, policy, ofWindows));
  }
}
