/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;

/**
 * Keeps its accumulators in the fields of an aggregate handler of its own, as primitives: adding a
 * record allocates no object. This requires a handler that consists of its fields only.
 */
final class LiveSlot extends Slot {

  private final AggsHandleFunction aggregates;

  /**
   * @param aggregates an opened handler, used by this slot only
   */
  LiveSlot(AggsHandleFunction aggregates) throws Exception {
    this.aggregates = aggregates;
    clear();
  }

  @Override
  void accumulate(RowData row) throws Exception {
    aggregates.accumulate(row);
  }

  @Override
  RowData accumulators() throws Exception {
    return aggregates.getAccumulators();
  }

  @Override
  void clear() throws Exception {
    aggregates.setAccumulators(aggregates.createAccumulators());
  }
}
