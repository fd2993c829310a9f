/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;

/** Creates a handler that merges rows instead of accumulating them, from generated handlers. */
public final class GeneratedMergingAggsHandler extends GeneratedAggsHandleFunction {

  private static final long serialVersionUID = 1L;

  @Nullable private final GeneratedAggsHandleFunction onHeap;
  private final GeneratedAggsHandleFunction inState;

  /**
   * @param onHeap merges a merged row into accumulators on the heap; null if the other can take the
   *     row itself, as no accumulator is an object that must be read with a serializer of its own
   * @param inState merges a merged row, or the result of {@code onHeap} for it
   */
  public GeneratedMergingAggsHandler(
      @Nullable GeneratedAggsHandleFunction onHeap, GeneratedAggsHandleFunction inState) {
    super("MergingAggsHandler", "", new Object[0]);
    this.onHeap = onHeap;
    this.inState = inState;
  }

  @Override
  public AggsHandleFunction newInstance(ClassLoader classLoader) {
    return new MergingAggsHandler(
        onHeap == null ? null : onHeap.newInstance(classLoader), inState.newInstance(classLoader));
  }
}
