/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.Collector;

/**
 * A process function that uses all operations on event-time timers, and emits the watermark each
 * time it is called. There is a sum for every 10 ms, which is emitted at their end.
 */
final class TimedSums extends KeyedProcessFunction<RowData, RowData, RowData> {

  private static final long serialVersionUID = 1L;

  static final StockOperator OPERATOR =
      new StockOperator() {
        @Override
        public AbstractStreamOperator<RowData> create() {
          return new KeyedProcessOperator<>(new TimedSums());
        }

        @Override
        public LogicalType[] output() {
          return new LogicalType[] {
            new VarCharType(VarCharType.MAX_LENGTH),
            new VarCharType(VarCharType.MAX_LENGTH),
            new BigIntType(),
            new BigIntType(),
            new BigIntType()
          };
        }

        @Override
        public String toString() {
          return "TimedSums";
        }

        @Override
        public String show(RowData row) {
          return "%s %s at %s: sum %s, watermark %s"
              .formatted(
                  row.getString(0),
                  row.getString(1),
                  row.getLong(2),
                  row.getLong(3),
                  row.getLong(4));
        }
      };

  private transient MapState<Long, Long> sums;

  @Override
  public void open(Configuration parameters) {
    sums =
        getRuntimeContext().getMapState(new MapStateDescriptor<>("sums", Types.LONG, Types.LONG));
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out)
      throws Exception {
    TimerService timers = context.timerService();
    long time = row.getTimestamp(KeyTimeHarness.ROWTIME, 3).getMillisecond();
    long value = row.getLong(KeyTimeHarness.VALUE);
    if (time <= timers.currentWatermark()) {
      emit("late", context.getCurrentKey(), time, value, timers, out);
      if (value % 5 == 0) {
        timers.registerEventTimeTimer(time); // due already
      }
      return;
    }
    long end = Math.floorDiv(time, 10) * 10 + 9;
    Long sum = sums.get(end);
    sums.put(end, sum == null ? value : sum + value);
    timers.registerEventTimeTimer(end); // mostly it is registered
    if (value % 7 == 0) {
      timers.deleteEventTimeTimer(end + 10); // it may be registered
    }
    if (value % 11 == 0) {
      timers.registerEventTimeTimer(end + 200);
    }
    emit("took", context.getCurrentKey(), time, value, timers, out);
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<RowData> out) throws Exception {
    TimerService timers = context.timerService();
    Long sum = sums.get(time);
    sums.remove(time);
    emit("fired", context.getCurrentKey(), time, sum == null ? 0 : sum, timers, out);
    if (sum != null && sum % 3 == 0) {
      timers.registerEventTimeTimer(time + 1); // due at once, or soon
      timers.registerEventTimeTimer(time + 45);
      timers.deleteEventTimeTimer(time + 20);
    }
  }

  private static void emit(
      String what, RowData key, long time, long sum, TimerService timers, Collector<RowData> out) {
    out.collect(
        GenericRowData.of(
            key.getString(0), StringData.fromString(what), time, sum, timers.currentWatermark()));
  }
}
