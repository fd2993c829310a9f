/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * With one watermark for all keys, the operator yields at every step what the definition says, also
 * for late rows. In total it yields what Flink's operator does if no row is late.
 */
@Tag("slow")
class IntervalJoinOperatorComparisonTest {

  private static final int SEEDS_ON_HEAP = 12;
  private static final int SEEDS_ON_ROCKSDB = 1;

  private static final long START = 10_000; // Flink's treats times up to 0 as late
  private static final long PACE = 10;

  /** The maximum step back of {@link RandomReadings}, as a delay with which no row is late. */
  private static final long ORDERED = 8 * PACE;

  /** A delay with which more rows of a key are kept than one state entry has. */
  private static final long MANY_KEPT = 150 * PACE;

  /** A delay with which all are kept to the end. */
  private static final long ALL_KEPT = 10_000 * PACE;

  static Stream<Arguments> joinsAndBackends() {
    long[][] bounds = {{-20, 30}, {0, 0}, {5, 25}, {-25, -5}, {-10, 0}};
    return Stream.of(
            FlinkJoinType.INNER, FlinkJoinType.LEFT, FlinkJoinType.RIGHT, FlinkJoinType.FULL)
        .flatMap(type -> Stream.of(bounds).map(bound -> IntervalJoin.of(type, bound[0], bound[1])))
        .flatMap(
            join ->
                Stream.of(StateBackends.HEAP, StateBackends.ROCKSDB)
                    .map(backend -> Arguments.of(join, backend)));
  }

  private static IntStream seeds(StateBackends backend) {
    return IntStream.rangeClosed(
        1, backend == StateBackends.HEAP ? SEEDS_ON_HEAP : SEEDS_ON_ROCKSDB);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("joinsAndBackends")
  void givesAtEachMomentWhatTheDefinitionSays(IntervalJoin join, StateBackends backend)
      throws Exception {
    long[] delays = {0, MANY_KEPT, 5, 40, ORDERED, ALL_KEPT};
    for (int seed : seeds(backend).toArray()) {
      try (KeyedOperatorHarness ours = KeyedOperatorHarness.open(join.ours(), backend)) {
        IntervalJoinModel model = new IntervalJoinModel(join);
        for (Event event : events(seed, 1, delays[seed % delays.length])) {
          event.feed(ours);
          assertThat(ours.rows())
              .as("%s, seed %s, %s", join, seed, event)
              .containsExactlyInAnyOrderElementsOf(event.feed(model));
        }
        assertThat(ours.stateEntries()).isZero();
        assertThat(ours.timers()).isZero();
      }
    }
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("joinsAndBackends")
  void givesWhatStockGivesIfNoRowIsLate(IntervalJoin join, StateBackends backend) throws Exception {
    for (int seed : seeds(backend).toArray()) {
      try (KeyedOperatorHarness ours = KeyedOperatorHarness.open(join.ours(), backend);
          KeyedOperatorHarness stock =
              KeyedOperatorHarness.open(join.stock(), StateBackends.HEAP)) {
        for (Event event : events(seed, 1 + seed % 4, ORDERED)) {
          event.feed(ours);
          event.feed(stock);
        }
        List<String> expected = stock.rows();
        assertThat(expected).isNotEmpty();
        assertThat(ours.rows())
            .as("%s, seed %s", join, seed)
            .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(ours.stateEntries()).isZero();
        assertThat(ours.timers()).isZero();
      }
    }
  }

  @Test
  void noRowIsBehindTheForwardedWatermark() throws Exception {
    int behindStocks = 0;
    for (int seed = 1; seed <= 10; seed++) {
      IntervalJoin join = IntervalJoin.of(FlinkJoinType.FULL, -20, 30);
      try (KeyedOperatorHarness ours = KeyedOperatorHarness.open(join.ours(), StateBackends.HEAP);
          KeyedOperatorHarness stock =
              KeyedOperatorHarness.open(join.stock(), StateBackends.HEAP)) {
        for (Event event : events(seed, 3, ORDERED)) {
          event.feed(ours);
          event.feed(stock);
        }
        assertThat(IntervalJoin.behindWatermark(ours.output())).as("seed %s", seed).isEmpty();
        behindStocks += IntervalJoin.behindWatermark(stock.output()).size();
      }
    }
    assertThat(behindStocks).isPositive(); // it keeps rows for longer
  }

  @Test
  void randomInputHasWhatMatters() throws Exception {
    // otherwise the comparisons above might have no cases
    IntervalJoin join = IntervalJoin.of(FlinkJoinType.FULL, -20, 30);
    IntervalJoinModel model = new IntervalJoinModel(join);
    int matches = 0;
    int paddedAtOnce = 0;
    int paddedLater = 0;
    for (Event event : events(1, 1, 5)) {
      List<String> rows = event.feed(model);
      long padded =
          rows.stream().filter(row -> row.startsWith("+I- ") || row.endsWith(" -")).count();
      matches += rows.size() - (int) padded;
      if (event.side == Side.BOTH) {
        paddedLater += (int) padded;
      } else {
        paddedAtOnce += (int) padded;
      }
    }
    assertThat(matches).isGreaterThan(100);
    assertThat(paddedAtOnce).isGreaterThan(5);
    assertThat(paddedLater).isGreaterThan(10);
  }

  // ----------------------------------------------------------------------------------- input

  private enum Side {
    LEFT,
    RIGHT,
    BOTH
  }

  /** A row of one side, or a watermark of both. */
  private record Event(Side side, RowData row, long watermark) {

    void feed(KeyedOperatorHarness harness) throws Exception {
      switch (side) {
        case LEFT -> harness.process1(row);
        case RIGHT -> harness.process2(row);
        case BOTH -> {
          harness.watermark1(watermark);
          harness.watermark2(watermark);
        }
      }
    }

    List<String> feed(IntervalJoinModel model) {
      return switch (side) {
        case LEFT -> model.left(row);
        case RIGHT -> model.right(row);
        case BOTH -> model.watermark(watermark);
      };
    }

    @Override
    public String toString() {
      return side == Side.BOTH
          ? "watermark " + watermark
          : side + " " + row.getLong(IntervalJoin.ID) + " at " + IntervalJoin.timeOf(row);
    }
  }

  /** Rows that are approximately sorted by time, with watermarks in between and a final one. */
  private static List<Event> events(int seed, int keys, long delay) {
    Random random = new Random(seed);
    RandomReadings readings = new RandomReadings(seed, 1, START, PACE);
    List<Event> events = new ArrayList<>();
    long latest = Long.MIN_VALUE;
    for (int id = 0; id < 300; id++) {
      Reading reading = readings.next();
      RowData row = IntervalJoin.row("key-" + random.nextInt(keys), id, reading.time());
      events.add(new Event(random.nextBoolean() ? Side.LEFT : Side.RIGHT, row, 0));
      latest = Math.max(latest, reading.time());
      if (random.nextInt(3) == 0) {
        events.add(new Event(Side.BOTH, null, latest - delay));
      }
    }
    events.add(new Event(Side.BOTH, null, Long.MAX_VALUE));
    return events;
  }
}
