/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.time.Time;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.harness.ReadingHarness;

/**
 * Keeps every kind of state and both kinds of timers. An event-time timer, at the next multiple of
 * 50, emits all state and clears it. A processing-time timer, 1000 ms after the record's time,
 * emits it.
 */
final class EveryKindOfState extends KeyedProcessFunction<RowData, RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final long ttl;
  private final boolean isLazy;

  private transient ValueState<Long> value;
  private transient ListState<Long> list;
  private transient MapState<String, Long> map;
  private transient ReducingState<Long> reducing;
  private transient AggregatingState<Long, String> aggregating;

  private EveryKindOfState(long ttl, boolean isLazy) {
    this.ttl = ttl;
    this.isLazy = isLazy;
  }

  static KeyedOperator operator() {
    return operator(0, false);
  }

  /** The operator with state that is first accessed at the first record. */
  static KeyedOperator lazyOperator(long ttl) {
    return operator(ttl, true);
  }

  /**
   * The operator with state that expires.
   *
   * @param ttl in ms of processing time after it was written; 0 for never
   */
  static KeyedOperator operator(long ttl) {
    return operator(ttl, false);
  }

  private static KeyedOperator operator(long ttl, boolean isLazy) {
    return new KeyedOperator() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        return new KeyedProcessOperator<>(new EveryKindOfState(ttl, isLazy));
      }

      @Override
      public LogicalType[] output() {
        return new LogicalType[] {KeyedHarness.KEY};
      }

      @Override
      public String show(RowData row) {
        return row.getString(0).toString();
      }
    };
  }

  @Override
  public void open(Configuration parameters) {
    if (!isLazy) {
      open();
    }
  }

  private void open() {
    value = getRuntimeContext().getState(expiring(new ValueStateDescriptor<>("value", Types.LONG)));
    list =
        getRuntimeContext().getListState(expiring(new ListStateDescriptor<>("list", Types.LONG)));
    map =
        getRuntimeContext()
            .getMapState(expiring(new MapStateDescriptor<>("map", Types.STRING, Types.LONG)));
    reducing =
        getRuntimeContext()
            .getReducingState(
                expiring(
                    new ReducingStateDescriptor<>(
                        "reducing", (ReduceFunction<Long>) Long::sum, Types.LONG)));
    aggregating =
        getRuntimeContext()
            .getAggregatingState(
                expiring(
                    new AggregatingStateDescriptor<>("aggregating", new Texts(), Types.STRING)));
  }

  private <D extends StateDescriptor<?, ?>> D expiring(D descriptor) {
    if (ttl > 0) {
      descriptor.enableTimeToLive(StateTtlConfig.newBuilder(Time.milliseconds(ttl)).build());
    }
    return descriptor;
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out)
      throws Exception {
    if (value == null) {
      open();
    }
    long number = row.getLong(ReadingHarness.VALUE);
    long time = row.getTimestamp(ReadingHarness.ROWTIME, 3).getMillisecond();
    value.update(number);
    list.add(number);
    map.put("m" + number % 5, number);
    reducing.add(number);
    aggregating.add(number);
    context.timerService().registerEventTimeTimer(Math.floorDiv(time, 50) * 50 + 50);
    context.timerService().registerProcessingTimeTimer(time + 1_000);
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<RowData> out) throws Exception {
    if (value == null) {
      open();
    }
    List<Long> values = new ArrayList<>();
    list.get().forEach(values::add);
    TreeMap<String, Long> entries = new TreeMap<>();
    map.entries().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
    String text =
        "%s %s@%s: %s %s %s %s %s"
            .formatted(
                context.getCurrentKey().getString(0),
                context.timeDomain(),
                time,
                value.value(),
                values,
                entries,
                reducing.get(),
                aggregating.get());
    out.collect(GenericRowData.of(StringData.fromString(text)));
    if (context.timeDomain() == TimeDomain.EVENT_TIME) {
      value.clear();
      list.clear();
      map.clear();
      reducing.clear();
      aggregating.clear();
    }
  }

  /** The input as text. */
  private static final class Texts implements AggregateFunction<Long, String, String> {

    private static final long serialVersionUID = 1L;

    @Override
    public String createAccumulator() {
      return "";
    }

    @Override
    public String add(Long value, String text) {
      return text + value + ",";
    }

    @Override
    public String getResult(String text) {
      return text;
    }

    @Override
    public String merge(String one, String other) {
      return one + other;
    }
  }
}
