/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.aggregate;

import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.state.CachingStateStore;
import org.trilink.runtime.state.KeyedValues;

/**
 * The state of Flink's GROUP BY function: its accumulators, a row, are an {@link AccumulatorState},
 * and the values of DISTINCT are cached.
 */
final class AccumulatorStore extends CachingStateStore {

  /** The name that Flink gives the accumulators. */
  private static final String ACCUMULATORS = "accState";

  AccumulatorStore(KeyedStateStore flinks, KeyedValues<RowData> values) {
    super(flinks, values);
  }

  @Override
  @SuppressWarnings("unchecked") // accumulators are a row
  public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
    return canCache(descriptor) && descriptor.getName().equals(ACCUMULATORS)
        ? (ValueState<T>) new AccumulatorState(keyValue((ValueStateDescriptor<RowData>) descriptor))
        : super.getState(descriptor);
  }
}
