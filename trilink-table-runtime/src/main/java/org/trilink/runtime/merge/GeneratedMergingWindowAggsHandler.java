/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;

/**
 * Creates a window operator's handler that merges rows instead of accumulating them, from generated
 * handlers.
 */
public final class GeneratedMergingWindowAggsHandler<N>
    extends GeneratedNamespaceAggsHandleFunction<N> {

  private static final long serialVersionUID = 1L;

  @Nullable private final GeneratedAggsHandleFunction onHeap;
  private final GeneratedNamespaceAggsHandleFunction<N> rows;
  private final GeneratedNamespaceAggsHandleFunction<N> slices;

  /**
   * @param onHeap merges a merged row into accumulators on the heap; null if the next can take the
   *     row itself, as no accumulator is an object that must be read with a serializer of its own
   * @param rows merges a merged row, or the result of {@code onHeap} for it, into accumulators in
   *     state
   * @param slices merges accumulators in state
   */
  public GeneratedMergingWindowAggsHandler(
      @Nullable GeneratedAggsHandleFunction onHeap,
      GeneratedNamespaceAggsHandleFunction<N> rows,
      GeneratedNamespaceAggsHandleFunction<N> slices) {
    super("MergingWindowAggsHandler", "", new Object[0]);
    this.onHeap = onHeap;
    this.rows = rows;
    this.slices = slices;
  }

  @Override
  public NamespaceAggsHandleFunction<N> newInstance(ClassLoader classLoader) {
    return new MergingWindowAggsHandler<>(
        onHeap == null ? null : onHeap.newInstance(classLoader),
        rows.newInstance(classLoader),
        slices.newInstance(classLoader));
  }
}
