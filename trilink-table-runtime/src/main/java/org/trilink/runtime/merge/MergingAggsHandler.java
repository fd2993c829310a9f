/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.dataview.UnsupportedStateDataViewStore;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;
import org.trilink.runtime.flink.AggregateHandler;

/** Lets one of Flink's operators, which accumulates records, merge {@link MergedRow}s instead. */
final class MergingAggsHandler extends AggregateHandler {

  @Nullable private final AggsHandleFunction onHeap;
  private final AggsHandleFunction inState;

  /**
   * @param onHeap merges a merged row into accumulators on the heap; null if it need not be
   * @param inState merges a merged row, or the result of {@code onHeap} for it
   */
  MergingAggsHandler(@Nullable AggsHandleFunction onHeap, AggsHandleFunction inState) {
    this.onHeap = onHeap;
    this.inState = inState;
  }

  @Override
  public void open(StateDataViewStore store) throws Exception {
    inState.open(store);
    if (onHeap != null) {
      onHeap.open(new UnsupportedStateDataViewStore(store.getRuntimeContext()));
    }
  }

  @Override
  public void accumulate(RowData merged) throws Exception {
    if (onHeap == null) {
      inState.merge(merged);
      return;
    }
    onHeap.setAccumulators(onHeap.createAccumulators());
    onHeap.merge(merged);
    inState.merge(onHeap.getAccumulators());
  }

  @Override
  public void retract(RowData merged) {
    throw new UnsupportedOperationException("Merged rows are never retracted.");
  }

  @Override
  public void merge(RowData accumulators) {
    throw new UnsupportedOperationException(
        "A key has only one accumulator, so there are none to merge.");
  }

  @Override
  public void setAccumulators(RowData accumulators) throws Exception {
    inState.setAccumulators(accumulators);
  }

  @Override
  public void resetAccumulators() throws Exception {
    inState.resetAccumulators();
  }

  @Override
  public RowData getAccumulators() throws Exception {
    return inState.getAccumulators();
  }

  @Override
  public RowData createAccumulators() throws Exception {
    return inState.createAccumulators();
  }

  @Override
  public RowData getValue() throws Exception {
    return inState.getValue();
  }

  @Override
  public void cleanup() throws Exception {
    inState.cleanup();
  }

  @Override
  public void close() throws Exception {
    inState.close();
    if (onHeap != null) {
      onHeap.close();
    }
  }
}
