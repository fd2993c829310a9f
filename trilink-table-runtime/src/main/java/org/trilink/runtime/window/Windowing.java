/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.Serializable;
import java.time.ZoneId;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The windows of an operator, and the aggregate functions that were generated for them.
 *
 * @param <W> the namespace for which they were generated
 */
public abstract class Windowing<W> implements Serializable {

  private static final long serialVersionUID = 1L;

  private final GeneratedNamespaceAggsHandleFunction<W> generated;
  private final LogicalType[] stateTypes;
  private final ZoneId timeZone;

  Windowing(
      GeneratedNamespaceAggsHandleFunction<W> generated,
      LogicalType[] stateTypes,
      ZoneId timeZone) {
    this.generated = generated;
    this.stateTypes = stateTypes;
    this.timeZone = timeZone;
  }

  /**
   * Windows of TUMBLE, HOP and CUMULATE.
   *
   * @param accumulatorTypes of the aggregate functions
   * @param timeZone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   */
  public static Windowing<Long> slices(
      GeneratedNamespaceAggsHandleFunction<Long> generated,
      LogicalType[] accumulatorTypes,
      Slices slices,
      ZoneId timeZone) {
    return new SliceWindowing(generated, accumulatorTypes.clone(), slices, timeZone);
  }

  /**
   * Windows of SESSION.
   *
   * @param generated functions that can be merged, none of which has values in state views
   * @param accumulatorTypes of the aggregate functions
   * @param gap that ends a session, in ms
   * @param timeZone as for {@link #slices}
   */
  public static Windowing<TimeWindow> sessions(
      GeneratedNamespaceAggsHandleFunction<TimeWindow> generated,
      LogicalType[] accumulatorTypes,
      long gap,
      ZoneId timeZone) {
    return new SessionWindowing(generated, accumulatorTypes, gap, timeZone);
  }

  /** The types of what an entry has for each window or slice. */
  final LogicalType[] stateTypes() {
    return stateTypes;
  }

  final ZoneId timeZone() {
    return timeZone;
  }

  /** The namespaces of views that the functions have in state. */
  abstract TypeSerializer<W> namespaces();

  /** New aggregate functions, opened. */
  final NamespaceAggsHandleFunction<W> functions(StateDataViewStore views) {
    NamespaceAggsHandleFunction<W> created =
        generated.newInstance(views.getRuntimeContext().getUserCodeClassLoader());
    try {
      created.open(views);
    } catch (Exception e) {
      throw new FlinkRuntimeException("The aggregate functions cannot be opened.", e);
    }
    return created;
  }

  /**
   * @param functions of {@link #functions}
   * @param ownAggregators for keys of many records
   */
  abstract WindowAggregation aggregation(
      NamespaceAggsHandleFunction<W> functions,
      OwnAggregators ownAggregators,
      Collector<RowData> output);

  /** Creates and opens aggregators for single keys; null if keys cannot have one each. */
  @Nullable
  Supplier<NamespaceAggsHandleFunction<Long>> ownAggregators(StateDataViewStore views) {
    return null;
  }
}
