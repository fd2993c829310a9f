/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.isWindowFired;
import static org.apache.flink.table.runtime.util.TimeWindowUtil.toEpochMillsForTimer;

import java.time.ZoneId;
import java.time.ZoneOffset;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MeterView;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.util.RowDataUtil;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.generated.GeneratedRecordComparator;
import org.apache.flink.table.runtime.generated.RecordComparator;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.apache.flink.types.RowKind;
import org.trilink.runtime.move.state.HandsOverKeys;
import org.trilink.runtime.state.TakesStateFromContext;
import org.trilink.runtime.watermark.InputTime;

/**
 * The first rows of each window of a key in a given order: window Top-N, and window deduplication,
 * which is a Top-1 by rowtime. The results are those of Flink's {@code WindowRankProcessor},
 * including that rows with equal sort keys stay in the order of their arrival.
 *
 * <p>Flink's operator tracks one event time, and has one buffer in managed memory, for all keys.
 * This one takes event time from its timer service only and has only keyed state, so it can also
 * run under a watermark per key ({@link
 * org.trilink.runtime.watermark.KeyWatermarkOperatorFactory}).
 *
 * <p>Input: insert-only rows, keyed, the end of their window in a column. Output, when the window
 * ends: its rows in order, the rank (BIGINT) appended if asked for.
 *
 * <p>The open windows of a key are one state entry, each with its best rows in order. So a record
 * costs one read, and a write only if it is among the best, which becomes rarer during a window.
 * This suits the few rows of the usual Top-N: on a backend that serializes entries, such as
 * RocksDB, each read of a key that is not cached deserializes all of them.
 */
public final class WindowTopNOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>,
        Triggerable<RowData, Long>,
        HandsOverKeys<RowData>,
        TakesStateFromContext {

  private static final long serialVersionUID = 1L;

  /** Records dropped because their window had ended; the same as Flink's name for it. */
  public static final String LATE_RECORDS_DROPPED = "numLateRecordsDropped";

  private static final String WINDOWS = "window-top-n";
  private static final String TIMERS = "window-timers";

  private final TypeSerializer<RowData> inputSerializer;
  private final GeneratedRecordComparator generatedOrder;
  private final SortPrefix sortPrefix;
  private final long rankStart;
  private final long rankEnd;
  private final boolean outputRankNumber;

  /** In the local time of {@link #timeZone}. */
  private final InputTime windowEnd;

  private final ZoneId timeZone;

  private transient RecordComparator order;

  /** The latest open window of a key, with the earlier ones. */
  private transient ValueState<TopRows> windows;

  private transient InternalTimerService<Long> timers;
  private transient TimestampedCollector<RowData> collector;
  private transient JoinedRowData rankedRow;
  private transient GenericRowData rankColumn;
  private transient Counter lateRecordsDropped;

  /**
   * @param generatedOrder orders input rows by their sort keys
   * @param sortPrefix of the first column of that order
   * @param rankStart rank of the first row that is emitted, from 1
   * @param rankEnd rank of the last one, not less
   * @param outputRankNumber whether the rank is appended to the row
   * @param windowEndIndex position of the window's end in the input, a TIMESTAMP(3)
   * @param timeZone in which that is a local time; UTC unless the rowtime is a TIMESTAMP_LTZ
   */
  public WindowTopNOperator(
      TypeSerializer<RowData> inputSerializer,
      GeneratedRecordComparator generatedOrder,
      SortPrefix sortPrefix,
      long rankStart,
      long rankEnd,
      boolean outputRankNumber,
      int windowEndIndex,
      ZoneId timeZone) {
    if (rankStart < 1 || rankEnd < rankStart) {
      throw new IllegalArgumentException(
          "Ranks begin with 1 and must not end before they start, got "
              + rankStart
              + " to "
              + rankEnd
              + ".");
    }
    this.inputSerializer = inputSerializer;
    this.generatedOrder = generatedOrder;
    this.sortPrefix = sortPrefix;
    this.rankStart = rankStart;
    this.rankEnd = rankEnd;
    this.outputRankNumber = outputRankNumber;
    this.windowEnd = InputTime.windowTime(windowEndIndex, ZoneOffset.UTC, 0);
    this.timeZone = timeZone;
  }

  @Override
  public void open() throws Exception {
    super.open();
    order = generatedOrder.newInstance(getRuntimeContext().getUserCodeClassLoader());
    windows =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>(WINDOWS, new TopRowsSerializer(inputSerializer)));
    timers = getInternalTimerService(TIMERS, LongSerializer.INSTANCE, this);
    collector = new TimestampedCollector<>(output);
    collector.eraseTimestamp();
    rankedRow = new JoinedRowData();
    rankColumn = new GenericRowData(1);
    lateRecordsDropped = metrics.counter(LATE_RECORDS_DROPPED);
    metrics.meter("lateRecordsDroppedRate", new MeterView(lateRecordsDropped));
  }

  // --------------------------------------------------------------------------------- records

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    if (!RowDataUtil.isAccumulateMsg(row)) {
      throw new UnsupportedOperationException(
          "Window Top-N takes rows that are inserted, got one of kind "
              + row.getRowKind().shortString()
              + ".");
    }
    long end = windowEnd.of(row);
    if (isWindowFired(end, timers.currentWatermark(), timeZone)) {
      lateRecordsDropped.inc();
      return;
    }
    TopRows latest = windows.value();
    TopRows later = null;
    TopRows window = latest;
    while (window != null && window.end > end) {
      later = window;
      window = window.earlier;
    }
    if (window == null || window.end != end) {
      window = new TopRows(end, window);
      latest = link(later, window, latest);
      timers.registerEventTimeTimer(end, toEpochMillsForTimer(end - 1, timeZone));
    }
    if (insert(row, window)) {
      windows.update(latest);
    }
  }

  /** Puts a window, or null, behind a later one, if there is one; returns the latest. */
  @Nullable
  private static TopRows link(
      @Nullable TopRows later, @Nullable TopRows window, @Nullable TopRows latest) {
    if (later == null) {
      return window;
    }
    later.earlier = window;
    return latest;
  }

  /** Inserts a row if it is among the best of its window; returns whether it is. */
  private boolean insert(RowData row, TopRows window) {
    long prefix = sortPrefix.of(row);
    int place = window.place(row, prefix, sortPrefix, order);
    if (place >= rankEnd) {
      return false;
    }
    window.insert(place, inputSerializer.copy(row), prefix, rankEnd); // the caller may reuse it
    return true;
  }

  // --------------------------------------------------------------------------------- windows

  @Override
  public void onEventTime(InternalTimer<RowData, Long> timer) throws Exception {
    TopRows latest = windows.value();
    TopRows later = null;
    TopRows window = latest;
    while (window.end != timer.getNamespace()) {
      later = window;
      window = window.earlier;
    }
    latest = link(later, window.earlier, latest);
    if (latest == null) {
      windows.clear();
    } else {
      windows.update(latest);
    }
    for (long rank = rankStart; rank <= window.size(); rank++) {
      emit(window.get((int) rank - 1), rank);
    }
  }

  @Override
  public void onProcessingTime(InternalTimer<RowData, Long> timer) {
    throw new IllegalStateException("No processing-time timer is ever registered.");
  }

  private void emit(RowData row, long rank) {
    if (!outputRankNumber) {
      collector.collect(row);
      return;
    }
    rankColumn.setField(0, rank);
    rankedRow.replace(row, rankColumn);
    rankedRow.setRowKind(RowKind.INSERT);
    collector.collect(rankedRow);
  }
}
