package org.trilink.runtime.merge;

import org.apache.flink.table.data.RowData;

/**
 * What a test sees of a merged row.
 *
 * @param time the greatest event time of its records, or the end of their slice, in ms
 */
record Merged(String key, long count, long sum, long max, long time) {

  private static final int TIME = 4;

  static Merged withTime(RowData row) {
    return of(row, row.getTimestamp(TIME, 3).getMillisecond());
  }

  static Merged withSliceEnd(RowData row) {
    return of(row, row.getLong(TIME));
  }

  static Merged withoutTime(RowData row) {
    return of(row, 0);
  }

  private static Merged of(RowData row, long time) {
    return new Merged(
        row.getString(0).toString(), row.getLong(1), row.getLong(2), row.getLong(3), time);
  }
}
