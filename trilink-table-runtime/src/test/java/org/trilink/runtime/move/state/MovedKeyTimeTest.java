/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.join.IntervalJoin;
import org.trilink.runtime.merge.Merged;
import org.trilink.runtime.testing.Combinations;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyTimeMetrics;
import org.trilink.runtime.watermark.KeyTimeSettings;
import org.trilink.runtime.watermark.KeyWatermarkOperatorFactory;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.window.MovableWindows;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;
import org.trilink.runtime.window.TopN;

/** Trilink's operators with key-level watermarks, with keys that are moved repeatedly. */
@Tag("slow")
class MovedKeyTimeTest {

  private static final int ROUNDS = 8;
  private static final int ROWS = 100;
  private static final int RESTARTED_AFTER = 3;
  private static final int DELAY = 15;

  /** The operators that keep times of keys. */
  private enum Operators {
    WINDOWS,
    DISTINCT_WINDOWS,
    WINDOWS_BEHIND_LOCAL_MERGE,
    LEGACY_SESSION,
    MATCH_RECOGNIZE,
    WINDOW_TOP_N,
    INTERVAL_JOIN,
    EVERY_KIND_OF_STATE;

    private static final TopN TOP_3 = TopN.greatest(1, 3);

    KeyedOperator with(KeyTimeSettings settings, StateBackends backend) {
      return switch (this) {
        case WINDOWS -> windows(MovableWindows.hop(settings, backend));
        case DISTINCT_WINDOWS -> windows(MovableWindows.distinctHop(settings, backend));
        case WINDOWS_BEHIND_LOCAL_MERGE -> windows(MovableWindows.mergedHop(settings, backend));
        case LEGACY_SESSION ->
            wrapped(MovedOperators.LEGACY_SESSION, ReadingHarness.ROWTIME, settings);
        case MATCH_RECOGNIZE ->
            wrapped(MovedOperators.MATCH_RECOGNIZE, ReadingHarness.ROWTIME, settings);
        case WINDOW_TOP_N -> wrapped(TOP_3.ours(), TopN.ROWTIME, settings);
        case INTERVAL_JOIN ->
            wrappedJoin(IntervalJoin.of(FlinkJoinType.FULL, -20, 30).ours(), settings);
        case EVERY_KIND_OF_STATE ->
            wrapped(EveryKindOfState.operator(), ReadingHarness.ROWTIME, settings);
      };
    }

    private static KeyedOperator wrapped(
        KeyedOperator stock, int rowtime, KeyTimeSettings settings) {
      return stock.wrappedBy(
          factory ->
              new KeyWatermarkOperatorFactory(
                  factory, settings.policy(), InputTime.rowtime(rowtime, settings.delay())));
    }

    private static KeyedOperator wrappedJoin(KeyedOperator stock, KeyTimeSettings settings) {
      InputTime time = InputTime.rowtime(ReadingHarness.ROWTIME, settings.delay());
      return stock.wrappedBy(
          factory -> new KeyWatermarkOperatorFactory(factory, settings.policy(), time, time));
    }

    private static KeyedOperator windows(Supplier<AbstractStreamOperator<RowData>> windows) {
      return new KeyedOperator() {
        @Override
        public AbstractStreamOperator<RowData> create() {
          return windows.get();
        }

        @Override
        public LogicalType[] output() {
          LogicalType bigint = new BigIntType();
          return new LogicalType[] {KeyedHarness.KEY, bigint, bigint, bigint, bigint};
        }

        @Override
        public String show(RowData row) {
          return "%s until %s: %s, %s, %s"
              .formatted(
                  row.getString(0), row.getLong(4), row.getLong(1), row.getLong(2), row.getLong(3));
        }
      };
    }

    void read(MovingSubtasks subtasks, Reading reading) throws Exception {
      RowData row =
          switch (this) {
            case WINDOW_TOP_N -> TOP_3.row(reading, reading.value());
            case WINDOWS_BEHIND_LOCAL_MERGE -> Merged.of(reading).received();
            case WINDOWS,
                DISTINCT_WINDOWS,
                LEGACY_SESSION,
                MATCH_RECOGNIZE,
                INTERVAL_JOIN,
                EVERY_KIND_OF_STATE ->
                ReadingHarness.binaryRowOf(reading).copy();
          };
      if (this != INTERVAL_JOIN) {
        subtasks.read(row, reading.time());
      } else if (reading.value() % 2 == 0) {
        subtasks.read1(row);
      } else {
        subtasks.read2(row);
      }
    }

    void watermark(MovingSubtasks subtasks, long watermark) throws Exception {
      if (this == INTERVAL_JOIN) {
        subtasks.watermarks(watermark);
      } else {
        subtasks.watermark(watermark);
      }
    }
  }

  static Stream<Arguments> operators() {
    return Combinations.oneOf(
        3,
        Stream.of(Operators.values())
            .flatMap(
                operator ->
                    Stream.of(StateBackends.values())
                        .filter(backend -> operator == Operators.WINDOWS || isPlain(backend))
                        .flatMap(
                            backend ->
                                Stream.of(KeyWatermarkPolicy.UNBOUNDED, 40L)
                                    .flatMap(
                                        maxSkew ->
                                            Stream.of(false, true)
                                                .map(
                                                    floor ->
                                                        Arguments.of(
                                                            operator, backend, maxSkew, floor))))));
  }

  /** The others differ in how windows are cached in front of the backend. */
  private static boolean isPlain(StateBackends backend) {
    return backend == StateBackends.HEAP || backend == StateBackends.ROCKSDB;
  }

  @ParameterizedTest(name = "{0} on {1}, max skew {2}, floor {3}")
  @MethodSource("operators")
  void resultsAreThoseWithoutMoves(
      Operators kind, StateBackends backend, long maxSkew, boolean floor) throws Exception {
    KeyTimeSettings inOrder =
        KeyTimeSettings.of(DELAY, maxSkew).idleTimeout(Duration.ofMillis(300));
    KeyTimeSettings settings = floor ? inOrder.withFloor() : inOrder;
    List<Reading> readings = KeyedStateMoverTest.randomReadings(ROUNDS * ROWS);
    List<String> expected = new ArrayList<>();
    KeyedOperator unmoved = kind.with(settings, StateBackends.HEAP);
    MovingSubtasks one = MovingSubtasks.open(unmoved, StateBackends.HEAP::create, 1);
    for (int round = 0; round < ROUNDS; round++) {
      read(kind, one, round, readings);
      expected.addAll(one.rows());
      if (round == RESTARTED_AFTER) { // idle time from before does not count
        one = one.restart(unmoved, StateBackends.HEAP::create, 1, false);
      }
    }
    finish(kind, one);
    expected.addAll(one.rows());
    one.close();

    KeyedOperator operator = kind.with(settings, backend);
    Random random = new Random(5);
    List<String> results = new ArrayList<>();
    MovingSubtasks two = MovingSubtasks.open(operator, backend::create, 2);
    for (int round = 0; round < ROUNDS; round++) {
      read(kind, two, round, readings);
      results.addAll(two.rows());
      long keys = two.gauge(KeyTimeMetrics.ACTIVE_KEYS);
      long timers = two.gauge(KeyTimeMetrics.HELD_TIMERS);
      two.moveSome(random);
      assertThat(two.gauge(KeyTimeMetrics.ACTIVE_KEYS)).isEqualTo(keys);
      assertThat(two.gauge(KeyTimeMetrics.HELD_TIMERS)).isEqualTo(timers);
      if (round == RESTARTED_AFTER) {
        two = two.restart(operator, backend::create, 2, false);
        assertThat(two.get(0).mover().obstacleToMoving() == null)
            .isEqualTo(maxSkew == KeyWatermarkPolicy.UNBOUNDED);
      }
    }
    assertThat(two.get(0).mover().obstacleToMoving()).isNull();
    finish(kind, two);
    results.addAll(two.rows());

    assertThat(expected).hasSizeGreaterThan(ROWS);
    assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(two.gauge(KeyTimeMetrics.ACTIVE_KEYS)).isZero();
    assertThat(two.gauge(KeyTimeMetrics.HELD_TIMERS)).isZero();
    assertThat(two.gauge(KeyTimeMetrics.SPREAD)).isZero();
    assertThat(two.eventTimeTimers()).isZero();
    two.close();
  }

  private static void read(
      Operators kind, MovingSubtasks subtasks, int round, List<Reading> readings) throws Exception {
    for (Reading reading : readings.subList(round * ROWS, (round + 1) * ROWS)) {
      kind.read(subtasks, reading);
    }
    long time = (round + 1L) * ROWS;
    kind.watermark(subtasks, time - 20);
    subtasks.processingTime(time);
  }

  private static void finish(Operators kind, MovingSubtasks subtasks) throws Exception {
    subtasks.processingTime(1_000_000);
    kind.watermark(subtasks, Long.MAX_VALUE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Operators.class,
      names = {"WINDOWS", "LEGACY_SESSION"})
  void keysThatShareWatermarksStay(Operators kind) throws Exception {
    KeyTimeSettings shared = KeyTimeSettings.of(DELAY, 40).keysPerGroup(3);
    try (MovingSubtasks two =
        MovingSubtasks.open(kind.with(shared, StateBackends.HEAP), StateBackends.HEAP::create, 2)) {
      two.read(KeyedStateMoverTest.row("a", 1, 1));
      assertThat(two.get(0).mover().obstacleToMoving()).contains("'watermark.keys-per-group'");
      assertThatThrownBy(() -> two.moveTo(1, two.keys()))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("'watermark.keys-per-group'");
    }
  }

  /** Otherwise windows would be fired twice, or records be late. */
  @ParameterizedTest
  @EnumSource(
      value = Operators.class,
      names = {"WINDOWS", "LEGACY_SESSION"})
  void keysMoveOnlyAtTheSameWatermark(Operators kind) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(DELAY, 0);
    try (MovingSubtasks two =
        MovingSubtasks.open(
            kind.with(settings, StateBackends.HEAP), StateBackends.HEAP::create, 2)) {
      two.read(KeyedStateMoverTest.row("a", 1_000, 1));
      two.get(0).watermark(200);
      two.get(1).watermark(100);
      int other = two.keysAt(0).isEmpty() ? 0 : 1;
      assertThatThrownBy(() -> two.moveTo(other, two.keys()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("200")
          .hasMessageContaining("100");
    }
  }
}
