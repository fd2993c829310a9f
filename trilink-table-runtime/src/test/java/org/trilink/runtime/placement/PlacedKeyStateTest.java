/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.window.StateBackends;

/** Flink's keyed state and timers under placed keys, through savepoints at 2, 5 and 3 subtasks. */
@Tag("slow")
class PlacedKeyStateTest {

  private static final int MAX_PARALLELISM = 720;
  private static final int KEYS = 40;
  private static final int ROWS = 600;

  /** Uneven: subtask 0 of two gets no keys. */
  private static final KeyPlacementStrategy UPPER_HALF =
      (key, maxParallelism) ->
          maxParallelism / 2 + Math.floorMod(key.hashCode(), maxParallelism / 2);

  static Stream<Arguments> placements() {
    Stream<Arguments> eachType =
        Arrays.stream(KeyColumn.values())
            .map(column -> Arguments.of(weight(column), StateBackends.ROCKSDB));
    Stream<Arguments> keys =
        Stream.of(
                weight(KeyColumn.values()),
                weight(KeyColumn.STRING, KeyColumn.INT),
                custom(KeyColumn.STRING, KeyColumn.BIGINT),
                modulo(KeyColumn.BIGINT),
                modulo(KeyColumn.INT),
                modulo(KeyColumn.SMALLINT),
                modulo(KeyColumn.TINYINT))
            .flatMap(
                placement ->
                    Stream.of(
                        Arguments.of(placement, StateBackends.HEAP),
                        Arguments.of(placement, StateBackends.ROCKSDB)));
    return Stream.concat(eachType, keys);
  }

  private static Placement weight(KeyColumn... key) {
    return new Placement(
        KeyColumn.keyType(key), new WeightPlacement(60, 40), "weight 60,40", MAX_PARALLELISM);
  }

  private static Placement modulo(KeyColumn key) {
    return new Placement(KeyColumn.keyType(key), new ModuloPlacement(), "modulo", MAX_PARALLELISM);
  }

  private static Placement custom(KeyColumn... key) {
    return new Placement(KeyColumn.keyType(key), UPPER_HALF, "custom upper half", MAX_PARALLELISM);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("placements")
  void resultsAreThoseOfStockKeys(Placement placement, StateBackends backend) throws Exception {
    List<RowData> rows = randomRows(placement.keyType());

    List<String> expected;
    Placement stock = Placement.stock(placement.keyType(), MAX_PARALLELISM);
    try (Subtasks one = Subtasks.open(TimedCounts.operator(stock), StateBackends.HEAP, 1)) {
      for (RowData row : rows) {
        one.read(row);
      }
      one.watermark(Long.MAX_VALUE);
      expected = one.rows();
    }

    Run run = new Run(placement, backend);
    run.read(2, rows.subList(0, 200));
    run.read(5, rows.subList(200, 400));
    run.read(3, rows.subList(400, ROWS));
    assertThat(run.finish()).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** One job through its savepoints. */
  private static final class Run {

    private final Placement placement;
    private final StateBackends backend;
    private int parallelism;
    private OperatorSubtaskState state;

    Run(Placement placement, StateBackends backend) {
      this.placement = placement;
      this.backend = backend;
    }

    void read(int atParallelism, List<RowData> rows) throws Exception {
      try (Subtasks subtasks = start(atParallelism)) {
        for (RowData row : rows) {
          assertThat(subtasks.read(row)).isEqualTo(placement.subtaskOf(row, atParallelism));
        }
        state = subtasks.snapshot();
        parallelism = atParallelism;
      }
    }

    List<String> finish() throws Exception {
      try (Subtasks subtasks = start(parallelism)) {
        subtasks.watermark(Long.MAX_VALUE);
        assertThat(subtasks.timers()).isZero();
        return subtasks.rows();
      }
    }

    private Subtasks start(int newParallelism) throws Exception {
      return state == null
          ? Subtasks.open(TimedCounts.operator(placement), backend, newParallelism)
          : Subtasks.restore(
              TimedCounts.operator(placement), backend, newParallelism, state, parallelism);
    }
  }

  /** The key's columns and a time; keys are repeated. */
  private static List<RowData> randomRows(RowType keyType) {
    Random random = new Random(keyType.hashCode());
    List<GenericRowData> keys = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      keys.add(randomKey(keyType, random));
    }
    LogicalType[] types = new LogicalType[keyType.getFieldCount() + 1];
    keyType.getChildren().toArray(types);
    types[types.length - 1] = new BigIntType();
    RowDataSerializer serializer = new RowDataSerializer(types);
    List<RowData> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      GenericRowData key = keys.get(random.nextInt(KEYS));
      GenericRowData row = new GenericRowData(types.length);
      for (int column = 0; column < key.getArity(); column++) {
        row.setField(column, key.getField(column));
      }
      row.setField(key.getArity(), (long) random.nextInt(500));
      rows.add(serializer.toBinaryRow(row).copy());
    }
    return rows;
  }

  private static GenericRowData randomKey(RowType keyType, Random random) {
    GenericRowData key = new GenericRowData(keyType.getFieldCount());
    for (int i = 0; i < key.getArity(); i++) {
      key.setField(i, KeyColumn.valueOf(keyType.getFieldNames().get(i)).next(random));
    }
    return key;
  }
}
