/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.util.Collector;
import org.trilink.runtime.watermark.EpochToLocal;

/**
 * Aggregates a key's records in sessions: windows that end when no record came for a gap, and that
 * a record between them makes one. As in Flink, sessions that touch are one.
 *
 * <p>A session is a slice of the key's entry. Its start is one more accumulator, the last one.
 */
final class SessionAggregation extends WindowAggregation {

  /** Flink's generated functions only look at the window for its properties, or for views. */
  private static final TimeWindow ANY = new TimeWindow(0, 0);

  private final NamespaceAggsHandleFunction<TimeWindow> aggregator;
  private final EpochToLocal times;
  private final long gap;
  private final int startColumn;

  /** One BIGINT, and what it is joined with; for entries that keep no rows. */
  private final BinaryRowData reusedStart = newStart();

  private final JoinedRowData reusedSession = new JoinedRowData();

  /**
   * @param aggregator opened
   * @param gap in ms
   * @param startColumn position of the start behind the accumulators
   * @param timeZone in which sessions are computed
   */
  SessionAggregation(
      NamespaceAggsHandleFunction<TimeWindow> aggregator,
      long gap,
      int startColumn,
      ZoneId timeZone,
      Collector<RowData> output) {
    super(timeZone, output);
    this.aggregator = aggregator;
    this.gap = gap;
    this.startColumn = startColumn;
    this.times = new EpochToLocal(timeZone);
  }

  private static BinaryRowData newStart() {
    BinaryRowData start = new BinaryRowData(1);
    new BinaryRowWriter(start).complete();
    return start;
  }

  // --------------------------------------------------------------------------------- records

  /** End of the session that the record alone would be. */
  @Override
  long end(long timestamp) {
    return times.local(timestamp) + gap;
  }

  /** A record is late if the session that it would be a part of has been fired. */
  @Override
  boolean isLate(long end, @Nullable KeyWindows windows, long watermark) {
    long covered = end;
    if (windows != null) {
      for (int i = windows.size() - 1; i >= 0 && windows.end(i) > end; i--) {
        if (start(windows, i) <= end) {
          covered = windows.end(i);
          break;
        }
      }
    }
    return fireTime(covered) <= watermark;
  }

  @Override
  void accumulate(RowData row, long end, KeyWindows windows, long watermark) throws Exception {
    long start = end - gap;
    int first = firstEndingFrom(windows, start);
    int behind = first;
    while (behind < windows.size() && start(windows, behind) <= end) {
      behind++;
    }
    if (first == behind) {
      aggregator.setAccumulators(ANY, aggregator.createAccumulators());
      aggregator.accumulate(row);
      windows.insert(first, end, session(windows, start));
    } else {
      long firstStart = start(windows, first);
      long lastEnd = windows.end(behind - 1);
      merge(windows, first, behind);
      aggregator.accumulate(row);
      windows.setAccumulators(first, session(windows, Math.min(start, firstStart)));
      windows.setEnd(first, Math.max(end, lastEnd));
    }
    if (first == 0) {
      setNextWindow(windows, windows.end(0));
    }
  }

  /** The first session that does not end before a time. */
  private static int firstEndingFrom(KeyWindows windows, long time) {
    int index = windows.size();
    while (index > 0 && windows.end(index - 1) >= time) {
      index--;
    }
    return index;
  }

  /** Merges sessions into the first one, in order; its accumulators are then the aggregator's. */
  private void merge(KeyWindows windows, int first, int behind) throws Exception {
    aggregator.setAccumulators(ANY, windows.accumulators(first));
    for (int i = first + 1; i < behind; i++) {
      aggregator.merge(ANY, windows.accumulators(i));
    }
    for (int i = behind - 1; i > first; i--) {
      windows.remove(i);
    }
  }

  private long start(KeyWindows windows, int index) {
    return windows.accumulators(index).getLong(startColumn);
  }

  /** The aggregator's accumulators and a start. */
  private RowData session(KeyWindows windows, long start) throws Exception {
    RowData accumulators = aggregator.getAccumulators();
    if (windows.keepsRows()) {
      return keptSession((GenericRowData) accumulators, start);
    }
    reusedStart.setLong(0, start);
    return reusedSession.replace(accumulators, reusedStart);
  }

  /** One row of objects, which takes less memory than joined ones, and which can be measured. */
  private GenericRowData keptSession(GenericRowData accumulators, long start) {
    GenericRowData session = new GenericRowData(startColumn + 1);
    for (int i = 0; i < startColumn; i++) {
      session.setField(i, accumulators.getField(i));
    }
    session.setField(startColumn, start);
    return session;
  }

  // --------------------------------------------------------------------------------- windows

  @Override
  RowData close(KeyWindows windows, long windowEnd) throws Exception {
    RowData session = windows.accumulators(0);
    aggregator.setAccumulators(ANY, session);
    return aggregator.getValue(new TimeWindow(session.getLong(startColumn), windowEnd));
  }

  @Override
  long closed(KeyWindows windows, long windowEnd) {
    windows.remove(0);
    return windows.isEmpty() ? KeyWindows.NONE : windows.end(0);
  }
}
