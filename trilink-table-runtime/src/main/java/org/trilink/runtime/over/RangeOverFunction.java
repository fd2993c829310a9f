/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.over;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.dataview.PerKeyStateDataViewStore;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;
import org.trilink.runtime.rows.KeptRows;
import org.trilink.runtime.rows.RowsByTime;

/**
 * Aggregates {@code OVER (PARTITION BY ... ORDER BY rowtime RANGE n PRECEDING)}. Replaces Flink's
 * {@code RowTimeRangeBoundedPrecedingFunction}, calls the same generated functions, and takes,
 * drops, emits and forgets the same rows at the same times. Flink's looks at all rows of the key,
 * in a map without order, each time that one is emitted, and has what it knows of a key in five
 * states; here the rows are in order of time, and beside them are the two times of which Flink's
 * has a state each.
 *
 * <p>Rows are retracted in order of time, in Flink's function in the order of a map: sums of
 * floating-point numbers may differ in their last digits.
 *
 * @param <K> keys as the state backend has them
 */
public final class RangeOverFunction<K> extends KeyedProcessFunction<K, RowData, RowData> {

  private static final long serialVersionUID = 1L;

  /** Flink's name of the metric. */
  private static final String LATE_RECORDS = "numLateRecordsDropped";

  private static final String ROWS = "over-rows";
  private static final String ACCUMULATORS = "over-accumulators";

  /** Without rows, a key is forgotten after so many times the length of the range, as in Flink. */
  private static final double KEPT_FOR = 1.5;

  private final GeneratedAggsHandleFunction aggregates;
  private final LogicalType[] accumulatorTypes;
  private final LogicalType[] inputTypes;
  private final long preceding;
  private final int timeIndex;

  private transient RowsByTime rows;
  private transient ValueState<RowData> accumulators;
  private transient AggsHandleFunction function;
  private transient JoinedRowData result;
  private transient Counter lateRecords;

  /** The rows of the time that is emitted. */
  private transient List<RowData> current;

  private transient KeptRows.Visitor collect;
  private transient KeptRows.Removed retract;

  /**
   * @param accumulatorTypes types of the accumulators' columns
   * @param inputTypes types of the input's columns
   * @param preceding the length of the range in ms
   * @param timeIndex position of the rowtime in the input, a TIMESTAMP(3) or TIMESTAMP_LTZ(3)
   */
  public RangeOverFunction(
      GeneratedAggsHandleFunction aggregates,
      LogicalType[] accumulatorTypes,
      LogicalType[] inputTypes,
      long preceding,
      int timeIndex) {
    this.aggregates = aggregates;
    this.accumulatorTypes = accumulatorTypes.clone();
    this.inputTypes = inputTypes.clone();
    this.preceding = preceding;
    this.timeIndex = timeIndex;
  }

  @Override
  public void open(Configuration parameters) throws Exception {
    function = aggregates.newInstance(getRuntimeContext().getUserCodeClassLoader());
    function.open(new PerKeyStateDataViewStore(getRuntimeContext()));
    rows =
        new RowsByTime(
            getRuntimeContext(),
            ROWS,
            InternalTypeInfo.ofFields(inputTypes)
                .createSerializer(getRuntimeContext().getExecutionConfig()));
    accumulators =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>(
                    ACCUMULATORS, InternalTypeInfo.ofFields(accumulatorTypes)));
    lateRecords = getRuntimeContext().getMetricGroup().counter(LATE_RECORDS);
    result = new JoinedRowData();
    current = new ArrayList<>();
    collect = current::add;
    retract = function::retract;
  }

  @Override
  public void close() throws Exception {
    if (function != null) {
      function.close();
    }
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out)
      throws Exception {
    long time = row.getLong(timeIndex);
    KeptRows kept = rows.get();
    if (kept == null) {
      kept = new KeptRows();
    }
    if (time <= kept.processed) {
      lateRecords.inc();
      return;
    }
    if (rows.add(kept, time, row, false)) {
      context.timerService().registerEventTimeTimer(time);
    }
    // as in Flink: the timer before stays, as it may be that of a row
    if (kept.timer == KeptRows.NO_TIMER || kept.timer < time + preceding + 1) {
      kept.timer = time + (long) (preceding * KEPT_FOR) + 1;
      context.timerService().registerEventTimeTimer(kept.timer);
    }
    rows.set(kept);
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<RowData> out) throws Exception {
    KeptRows kept = rows.get();
    if (kept == null) {
      return;
    }
    if (kept.timer <= time) {
      rows.clear(kept);
      accumulators.clear();
      function.cleanup();
      return;
    }
    current.clear();
    rows.find(kept, time, time, collect, false);
    if (!current.isEmpty()) {
      emit(time, kept, out);
      current.clear();
    }
    kept.processed = time;
    rows.set(kept);
  }

  private void emit(long time, KeptRows kept, Collector<RowData> out) throws Exception {
    RowData former = accumulators.value();
    function.setAccumulators(former == null ? function.createAccumulators() : former);
    rows.removeUntil(kept, time - preceding - 1, retract);
    for (RowData row : current) {
      function.accumulate(row);
    }
    RowData values = function.getValue();
    for (RowData row : current) {
      out.collect(result.replace(row, values));
    }
    accumulators.update(function.getAccumulators());
  }
}
