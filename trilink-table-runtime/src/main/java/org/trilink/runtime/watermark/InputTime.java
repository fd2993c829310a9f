/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.Serializable;
import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * How the event time of one input's records is read: from which column, how far a key's watermark
 * stays behind it, and from which watermark on a record is behind.
 */
public final class InputTime implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final int RECORD_TIMESTAMP = -1;
  private static final int MILLISECONDS = 3;

  private final int index;
  private final long delay;

  /** Added to the column's value; in ms. */
  private final long offset;

  /** Turns the column's local times into epoch ms; null for a column in epoch ms. */
  @Nullable private final LocalToEpoch local;

  /** The end of a row's window; null unless the records are rows of windows. */
  @Nullable private final WindowEnd windowEnd;

  /**
   * Keeps the watermark back while clocks skip hours; null unless the records are results of
   * windows in a zone whose clocks change.
   */
  @Nullable private final SkippedHours skippedHours;

  private InputTime(
      int index,
      long delay,
      long offset,
      @Nullable LocalToEpoch local,
      @Nullable WindowEnd windowEnd,
      @Nullable SkippedHours skippedHours) {
    if (delay < 0) {
      throw new IllegalArgumentException("Delay must not be negative, got " + delay + " ms.");
    }
    this.index = index;
    this.delay = delay;
    this.offset = offset;
    this.local = local;
    this.windowEnd = windowEnd;
    this.skippedHours = skippedHours;
  }

  /**
   * A rowtime column.
   *
   * @param index position of a TIMESTAMP(3) or TIMESTAMP_LTZ(3)
   * @param delay how far a key's watermark stays behind the key's latest record, in ms
   */
  public static InputTime rowtime(int index, long delay) {
    return new InputTime(index, delay, 0, null, null, null);
  }

  /**
   * The timestamp that Flink attaches to the record, as MATCH_RECOGNIZE uses it.
   *
   * @param delay how far a key's watermark stays behind the key's latest record, in ms
   */
  public static InputTime recordTimestamp(long delay) {
    return new InputTime(RECORD_TIMESTAMP, delay, 0, null, null, null);
  }

  /**
   * The start or end of the record's window, in the local time in which windows are aligned. When
   * clocks change and the local time stands for several instants or for none, it is the earliest
   * possible one.
   *
   * @param index position of a TIMESTAMP(3)
   * @param zone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   * @param offset added to the column's value, in ms: -1 makes a window's end the last ms in it
   */
  public static InputTime windowTime(int index, ZoneId zone, long offset) {
    LocalToEpoch local = LocalToEpoch.isEpoch(zone) ? null : LocalToEpoch.earliest(zone);
    return new InputTime(index, 0, offset, local, null, null);
  }

  /**
   * Returns this time for rows that bring their windows along. Such a row is not behind before its
   * window has ended, whatever its time is: until then the operators of windows take it.
   *
   * @param end position of the window's end, a TIMESTAMP(3)
   * @param windowZone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   */
  public InputTime ofWindows(int end, ZoneId windowZone) {
    return new InputTime(index, delay, offset, local, new WindowEnd(end, windowZone), skippedHours);
  }

  /**
   * Returns this time for results of windows, whose watermark waits for an hour when clocks go
   * forward: windows that end in the hour that is skipped have later times than those fired after
   * them.
   *
   * @param zone in which the windows are aligned
   */
  public InputTime ofResultsIn(ZoneId zone) {
    return new InputTime(
        index,
        delay,
        offset,
        local,
        windowEnd,
        zone.getRules().isFixedOffset() ? null : new SkippedHours(zone));
  }

  /** The watermark that a record's time lets its key reach; both in ms. */
  public long watermark(long time) {
    return (skippedHours == null ? time : skippedHours.watermark(time)) - delay;
  }

  /**
   * A record's event time in ms.
   *
   * @throws IllegalStateException if it has none
   */
  public long of(StreamRecord<RowData> record) {
    if (index != RECORD_TIMESTAMP) {
      return of(record.getValue());
    }
    if (!record.hasTimestamp()) {
      throw new IllegalStateException(
          "A record has no timestamp. Event time needs one in every record: assign timestamps"
              + " before this operator.");
    }
    return record.getTimestamp();
  }

  /**
   * The event time in a row, in ms.
   *
   * @throws IllegalStateException if it is null
   */
  public long of(RowData row) {
    if (row.isNullAt(index)) {
      throw new IllegalStateException(
          "The rowtime of a record is null. Event time needs a value in every record: filter such"
              + " rows out, or give them a time, before this operator.");
    }
    // a row that came over the network holds the ms as a long
    long time =
        row instanceof BinaryRowData
            ? row.getLong(index)
            : row.getTimestamp(index, MILLISECONDS).getMillisecond();
    return local == null ? time + offset : local.epoch(time + offset);
  }

  /**
   * The first watermark, in ms, that a row is behind: its time or, of a row that brings its window
   * along, the last ms of that.
   *
   * @param time the row's, in ms
   * @throws IllegalStateException if the end of the window is null
   */
  public long behindFrom(RowData row, long time) {
    return windowEnd == null ? time : windowEnd.lastMillisecond(row);
  }
}
