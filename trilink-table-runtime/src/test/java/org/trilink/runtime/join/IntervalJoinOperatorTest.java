/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.runtime.join.IntervalJoin.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.StateBackends;

class IntervalJoinOperatorTest {

  /** left.t BETWEEN right.t - 5 AND right.t + 10. */
  private static final IntervalJoin FULL = IntervalJoin.of(FlinkJoinType.FULL, -5, 10);

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void matchesWithinTheIntervalAndPadsOnce(StateBackends backend) throws Exception {
    try (KeyedOperatorHarness join = KeyedOperatorHarness.open(FULL.ours(), backend)) {
      join.process1(row("a", 1, 100));
      join.process2(row("a", 1, 105)); // last that matches
      join.process2(row("a", 4, 106));
      join.process2(row("b", 1, 100));
      join.process2(row("a", 2, 100)); // within, but the condition says no
      assertThat(join.rows()).containsExactly("+Ia#1@100 a#1@105");
      join.process1(row("a", 4, 116));
      assertThat(join.rows()).containsExactly("+Ia#4@116 a#4@106");

      watermark(join, 110);
      assertThat(join.output()).containsExactly(new Watermark(110 - 11));
      watermark(join, 111);
      assertThat(join.output())
          .containsExactlyInAnyOrder("+I- a#2@100", "+I- b#1@100", new Watermark(111 - 11));
      watermark(join, Long.MAX_VALUE);
      assertThat(join.output()).containsExactly(Watermark.MAX_WATERMARK);
      assertThat(join.stateEntries()).isZero();
      assertThat(join.timers()).isZero();
    }
  }

  @Test
  void rowsOfTheWatermarksOwnMillisecondStillMatch() throws Exception {
    IntervalJoin sameTime = IntervalJoin.of(FlinkJoinType.FULL, 0, 0);
    try (KeyedOperatorHarness join =
        KeyedOperatorHarness.open(sameTime.ours(), StateBackends.HEAP)) {
      join.process1(row("a", 1, 100));
      watermark(join, 100);
      join.process2(row("a", 1, 100));
      join.process1(row("a", 3, 100));
      assertThat(join.rows()).containsExactly("+Ia#1@100 a#1@100", "+Ia#3@100 a#1@100");
      watermark(join, 101);
      assertThat(join.rows()).isEmpty();
      assertThat(join.stateEntries()).isZero();
    }
  }

  @Test
  void lateRowsMatchWhatIsKeptAndArePaddedAtOnce() throws Exception {
    try (KeyedOperatorHarness join = KeyedOperatorHarness.open(FULL.ours(), StateBackends.HEAP)) {
      join.process2(row("a", 1, 100));
      watermark(join, 108);
      join.process1(row("a", 1, 97)); // kept until 102
      assertThat(join.rows()).containsExactly("+Ia#1@97 a#1@100");
      join.process1(row("a", 2, 97));
      join.process1(row("a", 3, 94));
      assertThat(join.rows()).containsExactly("+Ia#2@97 -", "+Ia#3@94 -");
      watermark(join, Long.MAX_VALUE);
      assertThat(join.rows()).isEmpty(); // the right row has had its match
      assertThat(join.stateEntries()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void aSideThatIsNotOuterHasOneTimerAKey(StateBackends backend) throws Exception {
    IntervalJoin leftOuter = IntervalJoin.of(FlinkJoinType.LEFT, -5, 10);
    try (KeyedOperatorHarness join = KeyedOperatorHarness.open(leftOuter.ours(), backend)) {
      join.process1(row("a", 1, 100)); // expires at 106
      join.process2(row("a", 1, 90)); // expires at 101
      assertThat(join.rows()).containsExactly("+Ia#1@100 a#1@90");
      assertThat(join.timers()).isEqualTo(2);
      join.process2(row("a", 1, 100)); // expires at 111
      assertThat(join.rows()).containsExactly("+Ia#1@100 a#1@100");
      assertThat(join.timers()).isEqualTo(2);

      watermark(join, 101);
      join.process1(row("a", 4, 100));
      assertThat(join.rows()).containsExactly("+Ia#4@100 a#1@100"); // the row at 90 has expired
      watermark(join, 106);
      assertThat(join.keysIn("interval-join-left-rows")).isZero();
      assertThat(join.keysIn("interval-join-right-rows")).isEqualTo(1);
      watermark(join, 111);
      assertThat(join.rows()).isEmpty();
      assertThat(join.stateEntries()).isZero();
      assertThat(join.timers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void manyRowsOfAKeyAreInSeveralEntries(StateBackends backend) throws Exception {
    IntervalJoin inner = IntervalJoin.of(FlinkJoinType.INNER, -5, 10);
    try (KeyedOperatorHarness join = KeyedOperatorHarness.open(inner.ours(), backend)) {
      for (int time = 1; time <= 300; time++) {
        join.process1(row("a", time, time));
      }
      assertThat(join.keysIn("interval-join-left-rows/limits")).isEqualTo(1);

      join.process2(row("a", 1, 3)); // matches times from -2 to 13
      join.process2(row("a", 2, 150)); // from 145 to 160
      assertThat(join.rows()) // two of three, by the other condition
          .hasSize(9 + 10)
          .startsWith("+Ia#1@1 a#1@3", "+Ia#3@3 a#1@3")
          .endsWith("+Ia#158@158 a#2@150", "+Ia#159@159 a#2@150");
      watermark(join, 1000);
      assertThat(join.stateEntries()).isZero();
      assertThat(join.timers()).isZero();
    }
  }

  @Test
  void keysDoNotShareWhatTheyExpired() throws Exception {
    IntervalJoin inner = IntervalJoin.of(FlinkJoinType.INNER, -5, 10);
    try (KeyedOperatorHarness join = KeyedOperatorHarness.open(inner.ours(), StateBackends.HEAP)) {
      join.process1(row("ahead", 1, 100_000));
      join.process2(row("ahead", 1, 100_000));
      join.process1(row("behind", 1, 100));
      join.process2(row("behind", 1, 100));
      assertThat(join.rows())
          .containsExactly("+Iahead#1@100000 ahead#1@100000", "+Ibehind#1@100 behind#1@100");
      assertThat(join.keysIn("interval-join-left-rows")).isEqualTo(2);
      watermark(join, 1000);
      assertThat(join.keysIn("interval-join-left-rows")).isEqualTo(1);
      assertThat(join.keysIn("interval-join-right-rows")).isEqualTo(1);
    }
  }

  @Test
  void nullKeysMatchOnlyIfTheyAreWanted() throws Exception {
    try (KeyedOperatorHarness join = KeyedOperatorHarness.open(FULL.ours(), StateBackends.HEAP)) {
      join.process1(row(null, 1, 100));
      join.process2(row(null, 1, 100));
      watermark(join, Long.MAX_VALUE);
      assertThat(join.rows()).containsExactlyInAnyOrder("+Inull#1@100 -", "+I- null#1@100");
    }
    try (KeyedOperatorHarness join =
        KeyedOperatorHarness.open(FULL.withNullKeys().ours(), StateBackends.HEAP)) {
      join.process1(row(null, 1, 100));
      join.process2(row(null, 1, 100));
      watermark(join, Long.MAX_VALUE);
      assertThat(join.rows()).containsExactly("+Inull#1@100 null#1@100");
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void goesOnAtAnotherParallelism(StateBackends backend) throws Exception {
    List<RowData> rows = new ArrayList<>();
    RandomReadings readings = new RandomReadings(1, 1, 1000, 10);
    for (int id = 0; id < 600; id++) {
      rows.add(row("key-" + id % 8, id, readings.next().time()));
    }
    List<String> expected = new ArrayList<>();
    List<String> actual = new ArrayList<>();
    OperatorSubtaskState state;
    try (KeyedOperatorHarness one = KeyedOperatorHarness.open(FULL.ours(), backend)) {
      read(rows.subList(0, 300), one);
      state = one.snapshot();
      actual.addAll(one.rows());
      expected.addAll(actual);
      read(rows.subList(300, 600), one);
      watermark(one, Long.MAX_VALUE);
      expected.addAll(one.rows());
    }
    try (KeyedOperatorHarness first =
            KeyedOperatorHarness.openHalf(FULL.ours(), backend, 0, state);
        KeyedOperatorHarness second =
            KeyedOperatorHarness.openHalf(FULL.ours(), backend, 1, state)) {
      read(rows.subList(300, 600), first, second);
      for (KeyedOperatorHarness half : List.of(first, second)) {
        watermark(half, Long.MAX_VALUE);
        List<String> ofHalf = half.rows();
        assertThat(ofHalf).isNotEmpty();
        actual.addAll(ofHalf);
        assertThat(half.keysIn("interval-join-left-rows")).isZero();
        assertThat(half.keysIn("interval-join-right-rows")).isZero();
      }
    }
    assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** The watermark stays far behind, so that much state is restored, and no row is late. */
  private static void read(List<RowData> rows, KeyedOperatorHarness... subtasks) throws Exception {
    long latest = Long.MIN_VALUE;
    for (RowData row : rows) {
      KeyedOperatorHarness subtask = subtasks[KeyedOperatorHarness.subtaskOf(row, subtasks.length)];
      if (row.getLong(IntervalJoin.ID) % 16 < 8) {
        subtask.process1(row);
      } else {
        subtask.process2(row);
      }
      latest = Math.max(latest, IntervalJoin.timeOf(row));
    }
    for (KeyedOperatorHarness subtask : subtasks) {
      watermark(subtask, latest - 100);
    }
  }

  private static void watermark(KeyedOperatorHarness join, long watermark) throws Exception {
    join.watermark1(watermark);
    join.watermark2(watermark);
  }

  @Test
  void refusesWhatItCannotJoin() throws Exception {
    try (KeyedOperatorHarness join = KeyedOperatorHarness.open(FULL.ours(), StateBackends.HEAP)) {
      BinaryRowData ofNoTime = row("a", 1, 100);
      ofNoTime.setNullAt(IntervalJoin.TIME);
      assertThatThrownBy(() -> join.process2(ofNoTime))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("rowtime of a record is null");
    }
    assertThatThrownBy(() -> IntervalJoin.of(FlinkJoinType.SEMI, 0, 1).operator())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SEMI");
    assertThatThrownBy(() -> IntervalJoin.of(FlinkJoinType.INNER, 1, 0).operator())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 0");
  }
}
