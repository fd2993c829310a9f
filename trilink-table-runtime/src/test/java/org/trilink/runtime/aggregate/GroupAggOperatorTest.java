/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.move.state.Prepared;
import org.trilink.runtime.operator.TestHeap;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/** Trilink's GROUP BY beside Flink's. */
class GroupAggOperatorTest {

  private static final int KEYS = 12;
  private static final int ROWS = 1_500;
  private static final long TTL = 1_000;

  // ------------------------------------------------------------------- the same rows as Flink

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void rowsAreFlinksAcrossFailures(StateBackends backend) throws Exception {
    assertThat(rowsAcrossFailures(Aggregation.OF_NUMBERS, backend))
        .containsExactlyElementsOf(rowsOfFlink());
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void rowsAreFlinksWithAccumulatorsOfUnknownSize(StateBackends backend) throws Exception {
    assertThat(rowsAcrossFailures(Aggregation.WITH_ARRAY, backend))
        .containsExactlyElementsOf(rowsOfFlink());
  }

  /** Records and retractions of earlier ones. */
  private static List<RowData> input() {
    Random random = new Random(11);
    List<Reading> present = new ArrayList<>();
    List<RowData> input = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      boolean isRetracted = !present.isEmpty() && random.nextInt(20) < 9;
      Reading reading =
          isRetracted
              ? present.remove(random.nextInt(present.size()))
              : Reading.of("key-" + random.nextInt(KEYS), i, random.nextInt(40));
      if (!isRetracted) {
        present.add(reading);
      }
      RowData row = ReadingHarness.binaryRowOf(reading).copy();
      row.setRowKind(isRetracted ? RowKind.DELETE : RowKind.INSERT);
      input.add(row);
    }
    return input;
  }

  private static List<String> rowsOfFlink() throws Exception {
    try (KeyedOperatorHarness flink =
        KeyedOperatorHarness.open(
            Aggregation.OF_FLINK.on(StateBackends.HEAP), StateBackends.HEAP)) {
      for (RowData row : input()) {
        flink.process(row);
      }
      return flink.rows();
    }
  }

  /** Restarts from snapshots that end some records after they began, and reads these again. */
  private static List<String> rowsAcrossFailures(Aggregation aggregation, StateBackends backend)
      throws Exception {
    Random random = new Random(3);
    KeyedOperator operator = aggregation.on(backend);
    List<RowData> input = input();
    List<String> rows = new ArrayList<>();
    KeyedOperatorHarness running = KeyedOperatorHarness.open(operator, backend);
    for (int i = 0; i < input.size(); i++) {
      if (random.nextInt(100) == 0) {
        rows.addAll(running.rows());
        OperatorSnapshotFutures begun = running.beginSnapshot();
        for (RowData more : input.subList(i, Math.min(i + 30, input.size()))) {
          running.process(more);
        }
        OperatorSubtaskState state = KeyedHarness.finish(begun);
        running.close();
        running = KeyedOperatorHarness.open(operator, backend, 1, 0, state);
      }
      running.process(input.get(i));
    }
    rows.addAll(running.rows());
    running.close();
    return rows;
  }

  // ------------------------------------------------------------------------------- the cache

  @Test
  void isNotReadForNewKeysWhileAllHaveRoom() throws Exception {
    try (KeyedOperatorHarness operator = open(Aggregation.OF_NUMBERS, StateBackends.ROCKSDB)) {
      readInTurn(operator, RowKind.INSERT);

      assertThat(operator.gauge("keyCacheKeys")).isEqualTo(KEYS);
      assertThat(operator.counter("keyCacheMisses")).isZero();
    }
  }

  @Test
  void aPartOfTheKeysIsKeptIfNotAllHaveRoom() throws Exception {
    try (KeyedOperatorHarness operator =
        open(Aggregation.OF_NUMBERS, StateBackends.ROCKSDB_CACHING_LITTLE)) {
      readInTurn(operator, RowKind.INSERT);

      assertThat(operator.gauge("keyCacheKeys")).isBetween(1L, KEYS - 1L);
      assertThat(operator.gauge("keyCacheBytes"))
          .isLessThan(2 * operator.gauge("keyCacheBudgetBytes"));
    }
  }

  @Test
  void operatorsOfAProcessShareItsHeap() throws Exception {
    try (KeyedOperatorHarness first = open(Aggregation.WITH_SHARE, StateBackends.ROCKSDB)) {
      long alone = first.gauge("keyCacheBudgetBytes");
      try (KeyedOperatorHarness second = open(Aggregation.WITH_SHARE, StateBackends.ROCKSDB)) {
        assertThat(first.gauge("keyCacheBudgetBytes") + second.gauge("keyCacheBudgetBytes"))
            .isLessThanOrEqualTo(alone);
      }
      try (KeyedOperatorHarness cachesNothing = open(Aggregation.WITH_SHARE, StateBackends.HEAP)) {
        assertThat(first.gauge("keyCacheBudgetBytes")).isEqualTo(alone);
      }
    }
  }

  /** Whether its next record is of a key that is cached, of another one, or a snapshot comes. */
  @ParameterizedTest
  @ValueSource(ints = {0, KEYS, -1})
  void keysAreEvictedIfOthersNeedTheHeap(int next) throws Exception {
    try (KeyedOperatorHarness operator = open(Aggregation.WITH_SHARE, StateBackends.ROCKSDB)) {
      readInTurn(operator, RowKind.INSERT);
      long used = operator.gauge("keyCacheBytes");
      long others = 2 * operator.gauge("keyCacheBudgetBytes") / used;
      try (TestHeap.Others started = new TestHeap.Others(others)) {
        if (next < 0) {
          operator.snapshot();
        } else {
          operator.process(row(next, RowKind.INSERT));
        }
        assertThat(operator.gauge("keyCacheBytes"))
            .isPositive()
            .isLessThanOrEqualTo(operator.gauge("keyCacheBudgetBytes"));
      }
      readInTurn(operator, RowKind.DELETE);
      assertThat(operator.rows().stream().filter(row -> row.startsWith("-D")))
          .as("no key was lost")
          .hasSize(next == 0 ? KEYS - 1 : KEYS);
    }
  }

  @Test
  void keysOfUnknownSizeAreNotKept() throws Exception {
    try (KeyedOperatorHarness operator = open(Aggregation.WITH_ARRAY, StateBackends.ROCKSDB)) {
      readInTurn(operator, RowKind.INSERT);

      assertThat(operator.gauge("keyCacheKeys")).isZero();
      assertThat(operator.gauge("keyCacheBytes")).isZero();
    }
  }

  @Test
  void keysWithoutRecordsAreForgotten() throws Exception {
    try (KeyedOperatorHarness operator = open(Aggregation.OF_NUMBERS, StateBackends.ROCKSDB)) {
      readInTurn(operator, RowKind.INSERT);
      operator.snapshot();
      readInTurn(operator, RowKind.DELETE);

      assertThat(operator.gauge("keyCacheKeys")).isZero();
      assertThat(operator.gauge("keyCacheBytes")).isZero();
      assertThat(operator.stateEntries()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void accumulatorsExpireAsInFlink(StateBackends backend) throws Exception {
    try (KeyedOperatorHarness operator = open(Aggregation.WITH_TTL, backend)) {
      operator.process(row(0, RowKind.INSERT));
      operator.ttlTime(TTL + 1);
      operator.process(row(0, RowKind.INSERT));

      assertThat(operator.rows()).containsExactly("+I key-0 1 7 1", "+I key-0 1 7 1");
    }
  }

  private static KeyedOperatorHarness open(Aggregation aggregation, StateBackends backend)
      throws Exception {
    return KeyedOperatorHarness.open(aggregation.on(backend), backend);
  }

  private static void readInTurn(KeyedOperatorHarness operator, RowKind kind) throws Exception {
    for (int round = 0; round < 50; round++) {
      for (int key = 0; key < KEYS; key++) {
        operator.process(row(key, kind));
      }
    }
  }

  private static RowData row(int key, RowKind kind) {
    RowData row = ReadingHarness.binaryRowOf(Reading.of("key-" + key, 0, 7)).copy();
    row.setRowKind(kind);
    return row;
  }

  // --------------------------------------------------------------------------- the operators

  private enum Aggregation {
    OF_FLINK,
    OF_NUMBERS,
    /**
     * Trilink's operator, with numbers as accumulators and its share of the heap instead of a given
     * cache budget.
     */
    WITH_SHARE,
    WITH_ARRAY,
    WITH_TTL;

    KeyedOperator on(StateBackends backend) {
      return new KeyedOperator() {
        @Override
        public AbstractStreamOperator<RowData> create() {
          if (Aggregation.this == OF_FLINK) {
            return new KeyedProcessOperator<>(function());
          }
          GroupAggOperator operator = new GroupAggOperator(function());
          if (Aggregation.this != WITH_SHARE) {
            operator.setCacheBudget(backend.cacheBudget());
          }
          return operator;
        }

        @Override
        public LogicalType[] output() {
          LogicalType bigint = new BigIntType();
          return new LogicalType[] {KeyedHarness.KEY, bigint, bigint, bigint};
        }

        @Override
        public String show(RowData row) {
          return row.getRowKind().shortString() + " " + Prepared.show(row, output());
        }
      };
    }

    private GroupAggFunction function() {
      boolean hasArray = this == WITH_ARRAY;
      return new GroupAggFunction(
          hasArray ? withArray() : Prepared.aggregates(),
          Prepared.equaliser(),
          hasArray ? typesWithArray() : Prepared.accumulators(),
          0,
          true,
          this == WITH_TTL ? TTL : 0);
    }

    private static LogicalType[] typesWithArray() {
      LogicalType bigint = new BigIntType();
      return new LogicalType[] {bigint, bigint, bigint, new ArrayType(new BigIntType(false))};
    }

    private static GeneratedAggsHandleFunction withArray() {
      return new GeneratedAggsHandleFunction("WithArray", "", new Object[0]) {
        private static final long serialVersionUID = 1L;

        @Override
        public AggsHandleFunction newInstance(ClassLoader classLoader) {
          return new WithArray();
        }
      };
    }
  }

  /** The aggregates of {@link Prepared}, with an array as a fourth accumulator. */
  private static final class WithArray extends Prepared.Aggregates {

    private static final long serialVersionUID = 1L;

    @Override
    public RowData createAccumulators() {
      return withArray(super.createAccumulators());
    }

    @Override
    public RowData getAccumulators() {
      return withArray(super.getAccumulators());
    }

    @Override
    public RowData getValue() {
      return super.getAccumulators();
    }

    @Override
    public void setAccumulators(RowData accumulators) {
      assertThat(accumulators.getArray(3).toLongArray()).containsExactly(accumulators.getLong(0));
      super.setAccumulators(accumulators);
    }

    private static RowData withArray(RowData numbers) {
      return GenericRowData.of(
          numbers.getLong(0),
          numbers.getLong(1),
          numbers.getLong(2),
          new GenericArrayData(new long[] {numbers.getLong(0)}));
    }
  }
}
