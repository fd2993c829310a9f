/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.session;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.testing.Combinations;
import org.trilink.runtime.watermark.KeyTimeSettings;

/**
 * The main property of the operator: over many keys that are far apart, it yields after each record
 * what Flink's own operator does if it runs for that key alone and receives the key's watermark
 * after each record.
 */
@Tag("slow")
class KeyWatermarkWindowAggOperatorStockComparisonTest {

  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final List<WindowShape> HOURS =
      List.of(
          tumble(HOUR),
          tumble(30 * MINUTE),
          hop(2 * HOUR, HOUR),
          hop(3 * HOUR, 30 * MINUTE),
          cumulate(DAY, HOUR),
          cumulate(6 * HOUR, 30 * MINUTE));

  private static final int SEEDS_ON_HEAP = 12;
  private static final int SEEDS_ON_ROCKSDB = 2;

  static Stream<Arguments> shapesAndBackends() {
    Stream<WindowShape> shapes =
        Stream.of(
            tumble(10),
            tumble(10).withOffset(3),
            tumble(10).withOffset(-4),
            hop(50, 10),
            hop(30, 10).withOffset(7),
            hop(10, 10),
            cumulate(50, 10),
            cumulate(40, 10).withOffset(-9),
            cumulate(10, 10),
            session(7),
            session(25));
    return Combinations.oneOf(
        3,
        shapes.flatMap(
            shape ->
                Stream.of(StateBackends.values()).map(backend -> Arguments.of(shape, backend))));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("shapesAndBackends")
  void equalsStockPerKey(WindowShape shape, StateBackends backend) throws Exception {
    long[] delays = {0, 1, 5, 25};
    int seeds = backend == StateBackends.HEAP ? SEEDS_ON_HEAP : SEEDS_ON_ROCKSDB;
    for (int seed = 1; seed <= seeds; seed++) {
      // before 1970 Flink's sessions are not over as long as the watermark is not there
      long start = shape.kind() == WindowShape.Kind.SESSION ? 1_000 : -100;
      RandomReadings readings = new RandomReadings(seed, 3, start, 10).withNullKey();
      assertEqualsStock(shape, backend, delays[seed % delays.length], readings.next(300), seed);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void equalsStockAcrossDaylightSavingTime(StateBackends backend) throws Exception {
    ZoneId zone = ZoneId.of("America/Los_Angeles");
    for (String change : List.of("2021-03-14T10:00:00Z", "2021-11-07T09:00:00Z")) {
      for (WindowShape shape : HOURS) {
        assertEqualsStockAround(Instant.parse(change), shape.in(zone), backend);
      }
      assertEqualsStockAround(Instant.parse(change), tumble(DAY).in(zone), backend);
      assertEqualsStockAround(Instant.parse(change), session(20 * MINUTE).in(zone), backend);
    }
  }

  /**
   * A zone whose clocks were set back permanently: an hour is repeated without daylight saving
   * time. Without windows of a day: in zones without daylight saving time Flink checks these only
   * at UTC's midnight.
   */
  @Test
  void equalsStockWhereClocksWerePutBackForGood() throws Exception {
    for (WindowShape shape : HOURS) {
      WindowShape inMoscow = shape.in(ZoneId.of("Europe/Moscow"));
      assertEqualsStockAround(Instant.parse("2014-10-25T22:00:00Z"), inMoscow, StateBackends.HEAP);
    }
  }

  private static void assertEqualsStockAround(
      Instant change, WindowShape shape, StateBackends backend) throws Exception {
    long start = change.minus(Duration.ofHours(12)).toEpochMilli();
    for (int seed = 1; seed <= 2; seed++) {
      List<Reading> readings = new RandomReadings(seed, 1, start, 15 * MINUTE).next(120);
      long delay = seed % 2 == 0 ? 0 : 20 * MINUTE;
      assertEqualsStock(shape, backend, delay, readings, seed);
    }
  }

  private static void assertEqualsStock(
      WindowShape shape, StateBackends backend, long delay, List<Reading> readings, int seed)
      throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(delay, UNBOUNDED);
    try (WindowHarness trilink = WindowHarness.open(shape, settings, backend);
        StockPerKey stock = new StockPerKey(shape, delay)) {
      for (int i = 0; i < readings.size(); i++) {
        trilink.read(readings.get(i));
        assertThat(trilink.rows())
            .as("%s, delay %s, seed %s, record %s: %s", shape, delay, seed, i, readings.get(i))
            .containsExactlyElementsOf(stock.read(readings.get(i)));
      }
      trilink.watermark(Long.MAX_VALUE);
      assertThat(trilink.rows())
          .as("%s, delay %s, seed %s, at the end", shape, delay, seed)
          .containsExactlyInAnyOrderElementsOf(stock.finish());
      assertThat(trilink.counter(KeyWatermarkWindowAggOperator.LATE_RECORDS_DROPPED))
          .isEqualTo(stock.lateRecordsDropped());
      assertThat(trilink.stateEntries()).isZero();
      assertThat(trilink.timers()).isZero();
    }
  }

  @Test
  void randomInputHasWhatMatters() throws Exception {
    // otherwise the comparison above might have no cases
    WindowShape shape = hop(50, 10);
    List<Reading> readings = new RandomReadings(1, 3, -100, 10).next(300);
    try (StockPerKey stock = new StockPerKey(shape, 5)) {
      int behindWatermark = 0;
      Map<String, Long> latest = new HashMap<>();
      for (Reading reading : readings) {
        long watermark = latest.merge(reading.key(), reading.time(), Math::max) - 5;
        behindWatermark += shape.windowEnds(reading.time()).get(0) - 1 <= watermark ? 1 : 0;
        var unused = stock.read(reading);
      }
      assertThat(stock.lateRecordsDropped()).isBetween(5L, 100L);
      assertThat(behindWatermark).isGreaterThan((int) stock.lateRecordsDropped() + 10);
      assertThat(new HashSet<>(readings.stream().map(Reading::key).toList())).hasSize(3);
      assertThat(IntStream.range(1, readings.size()))
          .anyMatch(i -> readings.get(i).time() < readings.get(i - 1).time());
    }
  }

  /**
   * Flink's operator, once for each key. It runs without an offset, on shifted times instead: with
   * an offset it still checks for windows to fire only at multiples of the slice, and so fires too
   * late.
   */
  private static final class StockPerKey implements AutoCloseable {

    private final WindowShape shape;
    private final long delay;
    private final Map<String, WindowHarness> operators = new HashMap<>();
    private final Map<String, Long> latest = new HashMap<>();

    StockPerKey(WindowShape shape, long delay) {
      this.shape = shape;
      this.delay = delay;
    }

    List<WindowRow> read(Reading reading) throws Exception {
      String key = reading.key();
      if (!operators.containsKey(key)) {
        operators.put(key, WindowHarness.openStock(shape.withOffset(0), StateBackends.HEAP));
      }
      WindowHarness operator = operators.get(key);
      long time = reading.time() - shape.offset();
      operator.read(key, time, reading.value());
      operator.watermark(latest.merge(key, time, Math::max) - delay);
      return rows(operator);
    }

    List<WindowRow> finish() throws Exception {
      for (WindowHarness operator : operators.values()) {
        operator.watermark(Long.MAX_VALUE);
      }
      return operators.values().stream().flatMap(operator -> rows(operator).stream()).toList();
    }

    private List<WindowRow> rows(WindowHarness operator) {
      return operator.rows().stream()
          .map(
              row ->
                  WindowRow.of(
                      row.key(), row.end() + shape.offset(), row.count(), row.sum(), row.max()))
          .toList();
    }

    long lateRecordsDropped() {
      return operators.values().stream()
          .mapToLong(operator -> operator.counter("numLateRecordsDropped"))
          .sum();
    }

    @Override
    public void close() throws Exception {
      for (WindowHarness operator : operators.values()) {
        operator.close();
      }
    }
  }
}
