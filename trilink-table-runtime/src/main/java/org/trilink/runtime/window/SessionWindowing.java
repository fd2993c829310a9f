/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.time.ZoneId;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;

/** Windows of SESSION, whose entries also have their starts. */
final class SessionWindowing extends Windowing<TimeWindow> {

  private static final long serialVersionUID = 1L;

  private final long gap;

  /** See {@link Windowing#sessions}. */
  SessionWindowing(
      GeneratedNamespaceAggsHandleFunction<TimeWindow> generated,
      LogicalType[] accumulatorTypes,
      long gap,
      ZoneId timeZone) {
    super(generated, withStart(accumulatorTypes), timeZone);
    this.gap = gap;
  }

  private static LogicalType[] withStart(LogicalType[] accumulatorTypes) {
    LogicalType[] types = Arrays.copyOf(accumulatorTypes, accumulatorTypes.length + 1);
    types[accumulatorTypes.length] = new BigIntType(false);
    return types;
  }

  @Override
  TypeSerializer<TimeWindow> namespaces() {
    return new TimeWindow.Serializer();
  }

  @Override
  WindowAggregation aggregation(
      NamespaceAggsHandleFunction<TimeWindow> functions,
      OwnAggregators ownAggregators,
      Collector<RowData> output) {
    return new SessionAggregation(functions, gap, stateTypes().length - 1, timeZone(), output);
  }
}
