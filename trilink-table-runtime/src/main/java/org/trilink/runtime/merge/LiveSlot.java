/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;

/**
 * Keeps its accumulators in the fields of an aggregate handler of its own, as primitives: adding a
 * record makes no object. That is possible where a handler costs no more than its fields.
 */
final class LiveSlot extends Slot {

  private final AggsHandleFunction aggregates;

  /** Takes a handler that is opened, and nobody else's. */
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
