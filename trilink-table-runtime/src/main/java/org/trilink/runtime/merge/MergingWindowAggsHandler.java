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
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;

/**
 * Lets a window operator, which accumulates records and merges slices, merge {@link MergedRow}s
 * instead of records. Merged rows and slices, which are in state, have separate handlers. Both work
 * on the same accumulators, which are transferred when the other handler is needed.
 */
final class MergingWindowAggsHandler<N> implements NamespaceAggsHandleFunction<N> {

  @Nullable private final AggsHandleFunction onHeap;
  private final NamespaceAggsHandleFunction<N> rows;
  private final NamespaceAggsHandleFunction<N> slices;

  @Nullable private N namespace;
  private RowData accumulators;

  /** The handler that currently has the accumulators; null if none has. */
  @Nullable private NamespaceAggsHandleFunction<N> active;

  /**
   * @param onHeap merges a merged row into accumulators on the heap; null if it need not be
   * @param rows merges a merged row, or the result of {@code onHeap} for it, into accumulators in
   *     state
   * @param slices merges accumulators in state
   */
  MergingWindowAggsHandler(
      @Nullable AggsHandleFunction onHeap,
      NamespaceAggsHandleFunction<N> rows,
      NamespaceAggsHandleFunction<N> slices) {
    this.onHeap = onHeap;
    this.rows = rows;
    this.slices = slices;
  }

  @Override
  public void open(StateDataViewStore store) throws Exception {
    rows.open(store);
    slices.open(store);
    if (onHeap != null) {
      onHeap.open(new UnsupportedStateDataViewStore(store.getRuntimeContext()));
    }
  }

  @Override
  public void accumulate(RowData merged) throws Exception {
    handOverTo(rows);
    if (onHeap == null) {
      rows.merge(namespace, merged);
      return;
    }
    onHeap.setAccumulators(onHeap.createAccumulators());
    onHeap.merge(merged);
    rows.merge(namespace, onHeap.getAccumulators());
  }

  @Override
  public void retract(RowData merged) {
    throw new UnsupportedOperationException("Merged rows are never retracted.");
  }

  @Override
  public void merge(N slice, RowData ofSlice) throws Exception {
    handOverTo(slices);
    slices.merge(slice, ofSlice);
  }

  @Override
  public void setAccumulators(@Nullable N newNamespace, RowData newAccumulators) {
    namespace = newNamespace;
    accumulators = newAccumulators;
    active = null;
  }

  private void handOverTo(NamespaceAggsHandleFunction<N> handler) throws Exception {
    if (active != handler) {
      handler.setAccumulators(namespace, getAccumulators());
      active = handler;
    }
  }

  @Override
  public RowData getAccumulators() throws Exception {
    return active == null ? accumulators : active.getAccumulators();
  }

  @Override
  public RowData createAccumulators() throws Exception {
    return slices.createAccumulators();
  }

  @Override
  public RowData getValue(N window) throws Exception {
    handOverTo(slices);
    return slices.getValue(window);
  }

  @Override
  public void cleanup(N window) throws Exception {
    slices.cleanup(window);
  }

  @Override
  public void close() throws Exception {
    rows.close();
    slices.close();
    if (onHeap != null) {
      onHeap.close();
    }
  }
}
