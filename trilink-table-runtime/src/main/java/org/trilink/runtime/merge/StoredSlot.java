/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.AggsHandleFunction;

/**
 * Keeps its accumulators as a row, and shares an aggregate handler with all other slots: functions
 * that are objects, such as user-defined ones, are opened only once.
 */
final class StoredSlot extends Slot {

  private final AggsHandleFunction shared;
  @Nullable private RowData accumulators;

  StoredSlot(AggsHandleFunction shared) {
    this.shared = shared;
  }

  @Override
  void accumulate(RowData row) throws Exception {
    shared.setAccumulators(accumulators());
    shared.accumulate(row);
    accumulators = shared.getAccumulators();
  }

  @Override
  RowData accumulators() throws Exception {
    if (accumulators == null) {
      accumulators = shared.createAccumulators();
    }
    return accumulators;
  }

  @Override
  void clear() {
    accumulators = null;
  }
}
