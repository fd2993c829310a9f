package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.utils.JoinedRowData;

/**
 * The row that a slot becomes: key columns, accumulators and, if they are asked for, the end of the
 * slice and the greatest time of the slot's records, so that a watermark made of it is right. One
 * object for all slots.
 */
final class MergedRow {

  @Nullable private final SlotTimes times;
  private final GenericRowData time;
  private final JoinedRowData accumulatorsAndTime = new JoinedRowData();
  private final JoinedRowData row = new JoinedRowData();

  /**
   * @param times null if there are no slots
   */
  MergedRow(@Nullable SlotTimes times) {
    this.times = times;
    this.time = new GenericRowData(times == null ? 0 : 1);
  }

  RowData of(RowData key, Slot slot) throws Exception {
    if (times != null) {
      time.setField(
          0,
          times.tellsTime()
              ? TimestampData.fromEpochMillis(slot.maxTime)
              : (Object) times.slots().sliceEndOf(slot.end));
    }
    return row.replace(key, accumulatorsAndTime.replace(slot.accumulators(), time));
  }
}
