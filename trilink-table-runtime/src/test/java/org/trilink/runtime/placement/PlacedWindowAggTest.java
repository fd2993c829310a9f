/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.PagedTypeSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.flink.StockSlices;
import org.trilink.runtime.harness.KeyedHarness.Keys;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.window.CountSumMax;
import org.trilink.runtime.window.StateBackends;

/**
 * Flink's window aggregate, which keeps keys in pages of a buffer and puts them into state later,
 * with placed keys.
 */
@Tag("slow")
class PlacedWindowAggTest {

  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BIGINT = new BigIntType();
  private static final RowType KEY = RowType.of(STRING);
  private static final RowDataSerializer INPUT =
      new RowDataSerializer(STRING, BIGINT, new TimestampType(3));
  private static final int ROWTIME = 2;
  private static final int MAX_PARALLELISM = 720;
  private static final Placement STOCK = Placement.stock(KEY, MAX_PARALLELISM);
  private static final Placement WEIGHT =
      new Placement(KEY, new WeightPlacement(60, 40), "weight 60,40", MAX_PARALLELISM);

  /**
   * Includes one that does not fit into a page of 32 KiB, and lengths that cross page boundaries.
   */
  private static final int[] KEY_LENGTHS = {0, 3, 7, 8, 20, 113, 1_000, 31_000, 50_000};

  static Stream<Arguments> windows() {
    ZoneId utc = ZoneId.of("UTC");
    StockSlices tumble = StockSlices.tumble(ROWTIME, utc, 20, 0);
    StockSlices hop = StockSlices.hop(ROWTIME, utc, 60, 20, 0);
    return Stream.of(StateBackends.HEAP, StateBackends.ROCKSDB)
        .flatMap(
            backend ->
                Stream.of(
                    Arguments.of("tumble", tumble, backend), Arguments.of("hop", hop, backend)));
  }

  @ParameterizedTest(name = "{0} on {2}")
  @MethodSource("windows")
  void resultsAreThoseOfStockKeys(String name, StockSlices slices, StateBackends backend)
      throws Exception {
    List<RowData> rows = randomRows(3_000);

    List<String> expected = new ArrayList<>();
    try (Subtasks one = Subtasks.open(operator(STOCK, slices), StateBackends.HEAP, 1)) {
      expected.addAll(read(one, rows));
      one.watermark(Long.MAX_VALUE);
      expected.addAll(one.rows());
    }

    KeyedOperator placed = operator(WEIGHT, slices);
    List<String> results = new ArrayList<>();
    OperatorSubtaskState state;
    try (Subtasks two = Subtasks.open(placed, backend, 2)) {
      results.addAll(read(two, rows.subList(0, 1_000)));
      state = two.snapshot();
    }
    try (Subtasks five = Subtasks.restore(placed, backend, 5, state, 2)) {
      results.addAll(read(five, rows.subList(1_000, 2_000)));
      state = five.snapshot();
    }
    try (Subtasks three = Subtasks.restore(placed, backend, 3, state, 5)) {
      results.addAll(read(three, rows.subList(2_000, 3_000)));
      three.watermark(Long.MAX_VALUE);
      results.addAll(three.rows());
      assertThat(three.timers()).isZero();
    }

    assertThat(expected).hasSizeGreaterThan(500);
    assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static KeyedOperator operator(Placement placement, StockSlices slices) {
    return new KeyedOperator() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        return slices.operator(
            INPUT,
            (PagedTypeSerializer<RowData>) keys().serializer(),
            CountSumMax.generated(),
            new RowDataSerializer(CountSumMax.accumulatorTypes()),
            CountSumMax.COUNT_STAR);
      }

      @Override
      public LogicalType[] output() {
        return new LogicalType[] {STRING, BIGINT, BIGINT, BIGINT, BIGINT};
      }

      @Override
      public Keys keys() {
        return placement.keys();
      }

      @Override
      public String show(RowData row) {
        String key = String.valueOf(row.getString(0));
        return "%s (%s) until %s: count %s, sum %s, max %s"
            .formatted(
                key.substring(0, Math.min(20, key.length())),
                key.length(),
                row.getLong(4),
                row.getLong(1),
                row.getLong(2),
                row.getLong(3));
      }
    };
  }

  /** A watermark comes after every fiftieth row. */
  private static List<String> read(Subtasks subtasks, List<RowData> rows) throws Exception {
    for (int i = 0; i < rows.size(); i++) {
      subtasks.read(rows.get(i));
      if (i % 50 == 49) {
        subtasks.watermark(rows.get(i).getTimestamp(ROWTIME, 3).getMillisecond() - 20);
      }
    }
    return subtasks.rows();
  }

  /** Rows that are out of order by at most 20 ms; one of the keys is NULL. */
  private static List<RowData> randomRows(int count) {
    Random random = new Random(7);
    List<RowData> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = random.nextInt(40);
      int length = random.nextInt(20) == 0 ? KEY_LENGTHS[number % 9] : number % 12;
      StringData key =
          number == 0 ? null : StringData.fromString(number + "-" + "x".repeat(length));
      rows.add(
          INPUT
              .toBinaryRow(
                  GenericRowData.of(
                      key,
                      (long) random.nextInt(100),
                      TimestampData.fromEpochMillis(i / 3 + random.nextInt(20))))
              .copy());
    }
    return rows;
  }
}
