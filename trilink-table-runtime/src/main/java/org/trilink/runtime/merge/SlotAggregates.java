/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.Serializable;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;

/** The aggregate functions of a local merge, and the memory of their accumulators. */
public final class SlotAggregates implements Serializable {

  private static final long serialVersionUID = 1L;

  private final GeneratedAggsHandleFunction handler;
  private final int accumulatorFields;
  private final boolean ownHandlers;
  private final RecordGrowth growth;

  /**
   * @param handler accumulates input rows, its data views on the heap
   * @param accumulatorFields how many fields the accumulators have
   * @param ownHandlers whether each slot may have a handler of its own: the functions are
   *     expressions, not objects that are opened
   * @param growth how much accumulators may grow with a record
   */
  public SlotAggregates(
      GeneratedAggsHandleFunction handler,
      int accumulatorFields,
      boolean ownHandlers,
      RecordGrowth growth) {
    this.handler = handler;
    this.accumulatorFields = accumulatorFields;
    this.ownHandlers = ownHandlers;
    this.growth = growth;
  }

  GeneratedAggsHandleFunction handler() {
    return handler;
  }

  int accumulatorFields() {
    return accumulatorFields;
  }

  boolean ownHandlers() {
    return ownHandlers;
  }

  RecordGrowth growth() {
    return growth;
  }
}
