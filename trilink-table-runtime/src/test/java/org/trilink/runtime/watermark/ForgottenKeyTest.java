/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.harness.ReadingHarness.ROWTIME;

import java.util.List;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.over.RowTimeRangeBoundedPrecedingFunction;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.move.state.Prepared;
import org.trilink.runtime.over.RangeOverFunction;
import org.trilink.runtime.window.StateBackends;

/** OVER RANGE n PRECEDING under a floor, with a key that stock Flink has forgotten. */
class ForgottenKeyTest {

  private static final long RANGE = 20;

  private static final StockOperator STOCK =
      over(
          new RowTimeRangeBoundedPrecedingFunction<>(
              Prepared.aggregates(),
              Prepared.accumulators(),
              ReadingHarness.input(),
              RANGE,
              ROWTIME));

  private static final StockOperator OURS =
      over(
          new RangeOverFunction<>(
              Prepared.aggregates(),
              Prepared.accumulators(),
              ReadingHarness.input(),
              RANGE,
              ROWTIME));

  private static StockOperator over(KeyedProcessFunction<RowData, RowData, RowData> function) {
    return new StockOperator() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        return new KeyedProcessOperator<>(function);
      }

      @Override
      public LogicalType[] output() {
        return Prepared.concat(ReadingHarness.input(), Prepared.accumulators());
      }

      @Override
      public String show(RowData row) {
        long time = row.getTimestamp(ROWTIME, 3).getMillisecond();
        return "%d: %d rows".formatted(time, row.getLong(ReadingHarness.input().length));
      }
    };
  }

  /** Stock Flink takes it, without the rows that came before; the key's own time is at 104. */
  @Test
  void aRowBehindThoseThatWereEmittedIsDropped() throws Exception {
    KeyTimeSettings floor = KeyTimeSettings.of(1, KeyWatermarkPolicy.UNBOUNDED).withFloor();
    try (KeyTimeHarness stock = KeyTimeHarness.openStock(STOCK, StateBackends.HEAP);
        KeyTimeHarness ours = KeyTimeHarness.open(OURS, floor, StateBackends.HEAP)) {
      for (KeyTimeHarness each : List.of(stock, ours)) {
        each.read("a", 100, 1);
        each.read("a", 105, 1);
        each.watermark(102);
        assertThat(each.rows()).containsExactly("100: 1 rows");

        each.watermark(105 + RANGE + RANGE / 2 + 1);
        each.read("a", 95, 1);
        each.watermark(Long.MAX_VALUE);
      }

      assertThat(stock.rows()).containsExactly("105: 2 rows", "95: 1 rows");
      assertThat(stock.counter("numLateRecordsDropped")).isZero();
      assertThat(ours.rows()).containsExactly("105: 2 rows");
      assertThat(ours.counter("numLateRecordsDropped")).isOne();
    }
  }
}
