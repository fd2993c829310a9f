/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.utils.JoinedRowData;

/**
 * The row that is sent for a slot: key columns and accumulators. It may also have the end of the
 * slice or the maximum time of the slot's records, from which key-level watermarks are computed,
 * and the number of records, which are counted if they are late. One object is used for all slots.
 */
final class MergedRow {

  @Nullable private final SlotTimes times;
  private final GenericRowData timeAndRecords;
  private final JoinedRowData accumulatorsAndTime = new JoinedRowData();
  private final JoinedRowData row = new JoinedRowData();

  /**
   * @param times null if there are no slots
   */
  MergedRow(@Nullable SlotTimes times) {
    this.times = times;
    this.timeAndRecords = new GenericRowData(times == null ? 0 : times.tellsRecords() ? 2 : 1);
  }

  RowData of(RowData key, Slot slot) throws Exception {
    if (times != null) {
      timeAndRecords.setField(
          0,
          times.tellsTime()
              ? TimestampData.fromEpochMillis(slot.maxTime)
              : (Object) times.slots().sliceEndOf(slot.end));
      if (times.tellsRecords()) {
        timeAndRecords.setField(1, slot.records);
      }
    }
    return row.replace(key, accumulatorsAndTime.replace(slot.accumulators(), timeAndRecords));
  }
}
