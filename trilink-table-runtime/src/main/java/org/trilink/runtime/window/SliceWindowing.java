/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.time.ZoneId;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;

/** Windows of TUMBLE, HOP and CUMULATE, which are made of slices. */
final class SliceWindowing extends Windowing<Long> {

  private static final long serialVersionUID = 1L;

  private final Slices slices;

  /** See {@link Windowing#slices}. */
  SliceWindowing(
      GeneratedNamespaceAggsHandleFunction<Long> generated,
      LogicalType[] accumulatorTypes,
      Slices slices,
      ZoneId timeZone) {
    super(generated, accumulatorTypes, timeZone);
    this.slices = slices;
  }

  @Override
  TypeSerializer<Long> namespaces() {
    return LongSerializer.INSTANCE;
  }

  @Override
  WindowAggregation aggregation(
      NamespaceAggsHandleFunction<Long> functions,
      OwnAggregators ownAggregators,
      Collector<RowData> output) {
    return new SliceAggregation(functions, ownAggregators, slices, timeZone(), output);
  }

  @Override
  Supplier<NamespaceAggsHandleFunction<Long>> ownAggregators(StateDataViewStore views) {
    return () -> functions(views);
  }
}
