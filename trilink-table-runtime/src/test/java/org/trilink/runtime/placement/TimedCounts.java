/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Arrays;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.Collector;
import org.trilink.runtime.harness.KeyedHarness.Keys;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;

/**
 * Keeps state and timers of a key: a timer is registered for each row's time, the last column. When
 * it fires, everything that the key has seen so far is emitted.
 */
public final class TimedCounts extends KeyedProcessFunction<RowData, RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final RowType keyType;

  private transient ValueState<Long> count;
  private transient ListState<Long> times;

  private TimedCounts(RowType keyType) {
    this.keyType = keyType;
  }

  static KeyedOperator operator(Placement placement) {
    return new KeyedOperator() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        return new KeyedProcessOperator<>(new TimedCounts(placement.keyType()));
      }

      @Override
      public LogicalType[] output() {
        LogicalType string = new VarCharType(VarCharType.MAX_LENGTH);
        return new LogicalType[] {string, new BigIntType(), new BigIntType(), string};
      }

      @Override
      public Keys keys() {
        return placement.keys();
      }

      @Override
      public String show(RowData row) {
        return "%s at %s: %s, last %s"
            .formatted(row.getString(0), row.getLong(1), row.getLong(2), row.getString(3));
      }
    };
  }

  @Override
  public void open(Configuration parameters) {
    count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
    times = getRuntimeContext().getListState(new ListStateDescriptor<>("times", Types.LONG));
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out)
      throws Exception {
    long time = row.getLong(keyType.getFieldCount());
    count.update((count.value() == null ? 0 : count.value()) + 1);
    times.add(time);
    context.timerService().registerEventTimeTimer(Math.floorDiv(time, 50) * 50 + 50);
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<RowData> out) throws Exception {
    out.collect(
        GenericRowData.of(
            StringData.fromString(show(context.getCurrentKey(), keyType)),
            time,
            count.value(),
            StringData.fromString(String.valueOf(times.get()))));
    times.clear();
  }

  /** A row's columns as text. */
  public static String show(RowData row, RowType type) {
    Object[] columns = new Object[type.getFieldCount()];
    for (int i = 0; i < columns.length; i++) {
      LogicalType column = type.getTypeAt(i);
      Object value = RowData.createFieldGetter(column, i).getFieldOrNull(row);
      if (value instanceof byte[] bytes) {
        value = Arrays.toString(bytes);
      } else if (value instanceof ArrayData array) {
        value = Arrays.toString(array.toIntArray());
      } else if (value instanceof RowData nested) {
        value = show(nested, (RowType) column);
      }
      columns[i] = value;
    }
    return Arrays.toString(columns);
  }
}
