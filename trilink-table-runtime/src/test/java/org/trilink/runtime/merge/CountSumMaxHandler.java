/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.Objects;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.trilink.runtime.flink.AggregateHandler;

/** COUNT(*), SUM(value) and MAX(value), as Flink's generator would write them. */
public final class CountSumMaxHandler extends AggregateHandler {

  private static final int VALUE = 1;

  private StateDataViewStore store;
  private long count;
  private long sum;
  private long max;

  static GeneratedAggsHandleFunction generated() {
    return new GeneratedAggsHandleFunction("Prepared", "", new Object[0]) {
      private static final long serialVersionUID = 1L;

      @Override
      public AggsHandleFunction newInstance(ClassLoader classLoader) {
        return new CountSumMaxHandler();
      }
    };
  }

  @Override
  public void open(StateDataViewStore newStore) {
    store = newStore;
  }

  @Override
  public void accumulate(RowData row) {
    Objects.requireNonNull(store, "not open");
    count++;
    sum += row.getLong(VALUE);
    max = Math.max(max, row.getLong(VALUE));
  }

  @Override
  public void retract(RowData row) {
    throw new UnsupportedOperationException("The input is insert-only.");
  }

  @Override
  public void merge(RowData accumulators) {
    throw new UnsupportedOperationException("Nothing is merged before the exchange.");
  }

  @Override
  public RowData createAccumulators() {
    return GenericRowData.of(0L, 0L, Long.MIN_VALUE);
  }

  @Override
  public void setAccumulators(RowData accumulators) {
    count = accumulators.getLong(0);
    sum = accumulators.getLong(1);
    max = accumulators.getLong(2);
  }

  @Override
  public void resetAccumulators() {
    setAccumulators(createAccumulators());
  }

  @Override
  public RowData getAccumulators() {
    return GenericRowData.of(count, sum, max);
  }

  @Override
  public RowData getValue() {
    return getAccumulators();
  }

  @Override
  public void cleanup() {}

  @Override
  public void close() {}
}
