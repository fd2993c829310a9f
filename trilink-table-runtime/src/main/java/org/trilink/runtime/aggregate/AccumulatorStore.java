/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.aggregate;

import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.runtime.state.KeyValues;

/** The state of Flink's GROUP BY function: its accumulators are {@link AccumulatorState}s. */
final class AccumulatorStore implements KeyedStateStore {

  private final KeyedStateStore flinks;
  private final KeyValues<RowData> accumulators;

  AccumulatorStore(KeyedStateStore flinks, KeyValues<RowData> accumulators) {
    this.flinks = flinks;
    this.accumulators = accumulators;
  }

  @Override
  @SuppressWarnings("unchecked") // the function has one value a key, a row
  public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
    if (descriptor.getTtlConfig().isEnabled()) {
      return flinks.getState(descriptor);
    }
    try {
      return (ValueState<T>)
          new AccumulatorState(
              accumulators.add(
                  (ValueStateDescriptor<RowData>) descriptor, AccumulatorBytes::ofKnown));
    } catch (Exception e) {
      throw new FlinkRuntimeException(
          "The state '" + descriptor.getName() + "' could not be created.", e);
    }
  }

  @Override
  public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
    return flinks.getListState(descriptor);
  }

  @Override
  public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
    return flinks.getReducingState(descriptor);
  }

  @Override
  public <I, A, O> AggregatingState<I, O> getAggregatingState(
      AggregatingStateDescriptor<I, A, O> descriptor) {
    return flinks.getAggregatingState(descriptor);
  }

  @Override
  public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> descriptor) {
    return flinks.getMapState(descriptor);
  }
}
