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
import org.trilink.runtime.state.CachingStateStore;
import org.trilink.runtime.state.KeyValues;
import org.trilink.runtime.state.ObjectSize;

/**
 * The state of Flink's GROUP BY function: its accumulators, a row, are an {@link AccumulatorState},
 * and the values of DISTINCT are cached maps.
 */
final class AccumulatorStore implements KeyedStateStore {

  /** The name that Flink gives the accumulators. */
  private static final String ACCUMULATORS = "accState";

  private final KeyedStateStore others;
  private final KeyValues<RowData> values;

  AccumulatorStore(KeyedStateStore flinks, KeyValues<RowData> values) {
    this.others = new CachingStateStore(flinks, values);
    this.values = values;
  }

  @Override
  @SuppressWarnings("unchecked") // accumulators are a row
  public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
    if (!descriptor.getName().equals(ACCUMULATORS) || descriptor.getTtlConfig().isEnabled()) {
      return others.getState(descriptor);
    }
    try {
      return (ValueState<T>)
          new AccumulatorState(
              values.add((ValueStateDescriptor<RowData>) descriptor, ObjectSize::of));
    } catch (Exception e) {
      throw new FlinkRuntimeException("The accumulators' state could not be created.", e);
    }
  }

  @Override
  public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> descriptor) {
    return others.getMapState(descriptor);
  }

  @Override
  public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
    return others.getListState(descriptor);
  }

  @Override
  public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
    return others.getReducingState(descriptor);
  }

  @Override
  public <I, A, O> AggregatingState<I, O> getAggregatingState(
      AggregatingStateDescriptor<I, A, O> descriptor) {
    return others.getAggregatingState(descriptor);
  }
}
