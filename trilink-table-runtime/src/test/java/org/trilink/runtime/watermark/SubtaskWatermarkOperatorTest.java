/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.join.WindowJoin;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * Tests that records that were late before a restore are late after it; windows of 10 ms, those of
 * the join of 20 ms.
 */
class SubtaskWatermarkOperatorTest {

  private static final String LATE = "numLateRecordsDropped";

  private static final KeyedOperator STOCK =
      new KeyedOperator() {
        @Override
        public AbstractStreamOperator<RowData> create() {
          return LegacyWindows.TUMBLE.create();
        }

        @Override
        public LogicalType[] output() {
          return LegacyWindows.TUMBLE.output();
        }

        @Override
        public String show(RowData row) {
          return LegacyWindows.TUMBLE.show(row);
        }
      };

  private static final KeyedOperator TUMBLE = STOCK.wrappedBy(SubtaskWatermarkOperatorFactory::new);
  private static final KeyedOperator JOIN =
      new WindowJoin(FlinkJoinType.INNER).wrappedBy(SubtaskWatermarkOperatorFactory::new);

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void aWindowIsNotFiredAgain(StateBackends backend) throws Exception {
    OperatorSubtaskState state;
    try (KeyedOperatorHarness operator = KeyedOperatorHarness.open(TUMBLE, backend)) {
      read(operator, "a", 3, 1);
      read(operator, "a", 13, 2);
      operator.watermark(9);
      assertThat(operator.output()).containsExactly("a [0, 10): count 1, sum 1", new Watermark(9));
      state = operator.savepoint();
    }
    try (KeyedOperatorHarness operator = restored(TUMBLE, backend, state)) {
      read(operator, "a", 4, 100);
      read(operator, "a", 14, 4);
      operator.watermark(5); // sources start anew
      operator.watermark(19);

      assertThat(operator.output())
          .containsExactly(new Watermark(9), "a [10, 20): count 2, sum 6", new Watermark(19));
      assertThat(operator.counter(LATE)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void aWindowOfAJoinIsNotFiredAgain(StateBackends backend) throws Exception {
    OperatorSubtaskState state;
    try (KeyedOperatorHarness join = KeyedOperatorHarness.open(JOIN, backend)) {
      join.process1(WindowJoin.row("a", 1, 3));
      join.watermark1(30);
      join.watermark2(19);
      assertThat(join.output()).containsExactly(new Watermark(19));
      state = join.savepoint();
    }
    try (KeyedOperatorHarness join = restored(JOIN, backend, state)) {
      join.process1(WindowJoin.row("a", 2, 4));
      join.process2(WindowJoin.row("a", 3, 5));
      join.process1(WindowJoin.row("a", 4, 23));
      join.process2(WindowJoin.row("a", 6, 24));
      join.status1(WatermarkStatus.IDLE);
      join.watermark2(10);
      assertThat(join.output()).containsExactly(new Watermark(19));
      join.watermark2(39);

      assertThat(join.rows()).containsExactly("a#4@23 a#6@24");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void atAnotherParallelismItIsTheLeastOfTheKeyGroups(StateBackends backend) throws Exception {
    OperatorSubtaskState state;
    try (KeyedOperatorHarness ahead = KeyedOperatorHarness.open(TUMBLE, backend, 2, 0, null);
        KeyedOperatorHarness behind = KeyedOperatorHarness.open(TUMBLE, backend, 2, 1, null)) {
      ahead.watermark(110);
      behind.watermark(60);
      state = AbstractStreamOperatorTestHarness.repackageState(ahead.snapshot(), behind.snapshot());
    }
    assertStartsAt(60, KeyedOperatorHarness.shareOf(state, 2, 1, 0), backend, 1, 0);
    assertStartsAt(110, KeyedOperatorHarness.shareOf(state, 2, 2, 0), backend, 2, 0);
    assertStartsAt(60, KeyedOperatorHarness.shareOf(state, 2, 2, 1), backend, 2, 1);
    assertStartsAt(110, KeyedOperatorHarness.shareOf(state, 2, 3, 0), backend, 3, 0);
    assertStartsAt(60, KeyedOperatorHarness.shareOf(state, 2, 3, 1), backend, 3, 1);
  }

  private static void assertStartsAt(
      long watermark, OperatorSubtaskState share, StateBackends backend, int parallelism, int i)
      throws Exception {
    try (KeyedOperatorHarness operator =
        KeyedOperatorHarness.open(TUMBLE, backend, parallelism, i, share)) {
      assertThat(operator.output()).containsExactly(new Watermark(watermark));
    }
  }

  /** A state without a watermark is that of an earlier build, or of a job that was drained. */
  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void withoutAWatermarkItStartsAsInFlink(StateBackends backend) throws Exception {
    for (KeyedOperator former : List.of(STOCK, TUMBLE)) {
      OperatorSubtaskState state;
      try (KeyedOperatorHarness operator = KeyedOperatorHarness.open(former, backend)) {
        read(operator, "a", 13, 1);
        if (former == TUMBLE) {
          operator.watermark(Long.MAX_VALUE);
        }
        state = operator.savepoint();
      }
      try (KeyedOperatorHarness operator = restored(TUMBLE, backend, state)) {
        assertThat(operator.output()).isEmpty();
        read(operator, "a", 3, 2);
        operator.watermark(9);
        assertThat(operator.output())
            .containsExactly("a [0, 10): count 1, sum 2", new Watermark(9));
      }
    }
  }

  private static KeyedOperatorHarness restored(
      KeyedOperator operator, StateBackends backend, OperatorSubtaskState state) throws Exception {
    return KeyedOperatorHarness.open(operator, backend, 1, 0, state);
  }

  private static void read(KeyedOperatorHarness operator, String key, long time, long value)
      throws Exception {
    operator.process(ReadingHarness.binaryRowOf(Reading.of(key, time, value)));
  }
}
