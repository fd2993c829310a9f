/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.flink.StockGroupWindows;

/** COUNT(*) and SUM(value) of GROUP BY TUMBLE, HOP or SESSION. */
public enum LegacyWindows implements StockOperator {
  TUMBLE {
    @Override
    StockGroupWindows windows() {
      return StockGroupWindows.tumble(10);
    }
  },
  HOP {
    @Override
    StockGroupWindows windows() {
      return StockGroupWindows.hop(30, 10);
    }
  },
  SESSION {
    @Override
    StockGroupWindows windows() {
      return StockGroupWindows.session(12);
    }
  };

  private static final LogicalType BIGINT = new BigIntType();

  abstract StockGroupWindows windows();

  @Override
  public AbstractStreamOperator<RowData> create() {
    LogicalType[] twoNumbers = {BIGINT, BIGINT};
    return windows()
        .operator(
            KeyTimeHarness.input(),
            KeyTimeHarness.ROWTIME,
            new CountSum(),
            (one, other) -> one.equals(other),
            twoNumbers,
            twoNumbers);
  }

  @Override
  public LogicalType[] output() {
    return new LogicalType[] {
      new VarCharType(VarCharType.MAX_LENGTH), BIGINT, BIGINT, BIGINT, BIGINT
    };
  }

  @Override
  public String show(RowData row) {
    return "%s [%s, %s): count %s, sum %s"
        .formatted(
            row.getString(0), row.getLong(3), row.getLong(4), row.getLong(1), row.getLong(2));
  }

  /** As Flink's generator would write it. */
  private static final class CountSum implements NamespaceAggsHandleFunction<TimeWindow> {

    private static final long serialVersionUID = 1L;

    private long count;
    private long sum;

    @Override
    public void open(StateDataViewStore store) {}

    @Override
    public RowData createAccumulators() {
      return GenericRowData.of(0L, 0L);
    }

    @Override
    public void setAccumulators(TimeWindow window, RowData accumulators) {
      count = accumulators.getLong(0);
      sum = accumulators.getLong(1);
    }

    @Override
    public void accumulate(RowData row) {
      count++;
      sum += row.getLong(KeyTimeHarness.VALUE);
    }

    @Override
    public void retract(RowData row) {
      throw new UnsupportedOperationException("The input is insert-only.");
    }

    @Override
    public void merge(TimeWindow window, RowData other) {
      count += other.getLong(0);
      sum += other.getLong(1);
    }

    @Override
    public RowData getAccumulators() {
      return GenericRowData.of(count, sum);
    }

    @Override
    public RowData getValue(TimeWindow window) {
      return GenericRowData.of(count, sum, window.getStart(), window.getEnd());
    }

    @Override
    public void cleanup(TimeWindow window) {}

    @Override
    public void close() {}
  }
}
