/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.apache.flink.table.runtime.operators.join.OuterJoinPaddingUtil;
import org.apache.flink.table.runtime.operators.join.interval.IntervalJoinFunction;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.trilink.runtime.flink.GeneratedFunctions;
import org.trilink.runtime.move.state.HandsOverKeys;
import org.trilink.runtime.rows.KeptRows;
import org.trilink.runtime.state.TakesStateFromContext;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.TakesLateRecords;

/**
 * Joins two inputs on a key and on event time: {@code left.t BETWEEN right.t + lower AND right.t +
 * upper}. Replaces Flink's {@code RowTimeIntervalJoin} and calls the same generated condition.
 *
 * <p>Flink's operator keeps the time up to which its caches are empty in fields, for all keys
 * together. So it would treat caches of keys that are behind as empty. This operator takes event
 * time from its timer service only and has only keyed state, so it can also run under a watermark
 * per key.
 *
 * <p>Input: insert-only rows, keyed. A row is kept until the watermark has passed the time of the
 * last row of the other input that it could match; at that time, or at once if it has already
 * passed, a row of an outer side that has matched none is emitted, padded with nulls. Flink's
 * operator keeps rows for up to half an interval longer, and then emits padded rows whose time its
 * watermark has long passed. A row that is late matches all rows that could still match others.
 *
 * <p>Rows of an outer side have a timer for each time, as it is then that they are padded. Of the
 * other side a key has one timer, for its latest row: the others are only removed, and can wait for
 * that, while they match nothing any more. Timers, and the state that is looked up for each of
 * them, take most of the time of a join with many keys.
 *
 * <p>Rows are kept in order of time ({@link JoinSide}), so that a row tries none that lies outside
 * its interval.
 */
public final class IntervalJoinOperator extends TableStreamOperator<RowData>
    implements TwoInputStreamOperator<RowData, RowData, RowData>,
        Triggerable<RowData, Boolean>,
        HandsOverKeys<RowData>,
        TakesStateFromContext,
        TakesLateRecords {

  private static final long serialVersionUID = 1L;

  private static final String LEFT_ROWS = "interval-join-left-rows";
  private static final String RIGHT_ROWS = "interval-join-right-rows";
  private static final String TIMERS = "interval-join-expiry";

  /** Namespaces of timers: whose rows expire. */
  private static final boolean LEFT = true;

  private static final boolean RIGHT = false;

  private final FlinkJoinType joinType;
  private final long leftLowerBound;
  private final long leftUpperBound;
  private final InternalTypeInfo<RowData> leftType;
  private final InternalTypeInfo<RowData> rightType;
  private final IntervalJoinFunction joinFunction;
  private final InputTime leftTime;
  private final InputTime rightTime;

  private transient JoinSide left;
  private transient JoinSide right;
  private transient InternalTimerService<Boolean> timers;
  private transient TimestampedCollector<RowData> collector;
  private transient MatchCollector matches;
  private transient OuterJoinPaddingUtil padding;

  /** Each is null if the side is not outer. */
  @Nullable private transient KeptRows.Removed leftUnmatched;

  @Nullable private transient KeptRows.Removed rightUnmatched;

  /**
   * @param joinType INNER, LEFT, RIGHT or FULL
   * @param leftLowerBound minimum of left.t - right.t, in ms
   * @param leftUpperBound maximum of left.t - right.t, in ms, not less
   * @param joinFunction the other conditions
   * @param leftTimeIndex position of t in the left input, a TIMESTAMP(3) or TIMESTAMP_LTZ(3)
   * @param rightTimeIndex position of t in the right input
   */
  public IntervalJoinOperator(
      FlinkJoinType joinType,
      long leftLowerBound,
      long leftUpperBound,
      InternalTypeInfo<RowData> leftType,
      InternalTypeInfo<RowData> rightType,
      IntervalJoinFunction joinFunction,
      int leftTimeIndex,
      int rightTimeIndex) {
    if (joinType == FlinkJoinType.SEMI || joinType == FlinkJoinType.ANTI) {
      throw new IllegalArgumentException(
          "An interval join can be INNER, LEFT, RIGHT or FULL, not " + joinType.name() + ".");
    }
    if (leftUpperBound < leftLowerBound) {
      throw new IllegalArgumentException(
          "The interval of a join must not be empty, got "
              + leftLowerBound
              + " to "
              + leftUpperBound
              + " ms.");
    }
    this.joinType = joinType;
    this.leftLowerBound = leftLowerBound;
    this.leftUpperBound = leftUpperBound;
    this.leftType = leftType;
    this.rightType = rightType;
    this.joinFunction = joinFunction;
    this.leftTime = InputTime.rowtime(leftTimeIndex, 0);
    this.rightTime = InputTime.rowtime(rightTimeIndex, 0);
  }

  /**
   * How far, in ms, the forwarded watermark stays behind the operator's: a padded row is emitted,
   * at the latest, when the watermark is this far ahead of it, and the older row of a match is no
   * older.
   */
  public long outputDelay() {
    return Math.max(-leftLowerBound, leftUpperBound) + 1;
  }

  // ------------------------------------------------------------------------------ life cycle

  @Override
  public void open() throws Exception {
    super.open();
    left =
        new JoinSide(
            getRuntimeContext(),
            LEFT_ROWS,
            leftType.createSerializer(getExecutionConfig()),
            leftTime,
            -leftLowerBound,
            joinType.isLeftOuter());
    right =
        new JoinSide(
            getRuntimeContext(),
            RIGHT_ROWS,
            rightType.createSerializer(getExecutionConfig()),
            rightTime,
            leftUpperBound,
            joinType.isRightOuter());
    timers = getInternalTimerService(TIMERS, BooleanSerializer.INSTANCE, this);
    collector = new TimestampedCollector<>(output);
    matches = new MatchCollector(collector);
    padding = new OuterJoinPaddingUtil(columns(leftType), columns(rightType));
    leftUnmatched = joinType.isLeftOuter() ? row -> pad(row, LEFT) : null;
    rightUnmatched = joinType.isRightOuter() ? row -> pad(row, RIGHT) : null;
    GeneratedFunctions.open(joinFunction, getRuntimeContext());
  }

  private static int columns(InternalTypeInfo<RowData> type) {
    return type.toLogicalType().getChildren().size();
  }

  @Override
  public void close() throws Exception {
    super.close();
    joinFunction.close();
  }

  // --------------------------------------------------------------------------------- records

  @Override
  public void processElement1(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    selectOutput(element);
    process(row, left, right, LEFT, kept -> match(row, kept));
  }

  @Override
  public void processElement2(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    selectOutput(element);
    process(row, right, left, RIGHT, kept -> match(kept, row));
  }

  private void selectOutput(StreamRecord<RowData> element) {
    collector.setTimestamp(element);
    joinFunction.setJoinKey((RowData) getCurrentKey());
  }

  /**
   * The row can be kept as it is: an operator with two inputs is never chained to them, so each row
   * was deserialized for it.
   */
  private void process(
      RowData row, JoinSide own, JoinSide other, boolean side, KeptRows.Visitor match)
      throws Exception {
    long time = own.timeOf(row);
    long watermark = timers.currentWatermark();
    boolean isMatched =
        other.matchKept(other.firstMatch(time), own.lastMatch(time), watermark, match);
    if (watermark < own.expiry(time)) {
      schedule(own.keep(time, row, isMatched), side);
    } else if (own.isOuter() && !isMatched) {
      pad(row, side);
    }
  }

  private void schedule(long due, boolean side) {
    if (due != KeptRows.NO_TIMER) {
      timers.registerEventTimeTimer(side, due);
    }
  }

  private boolean match(RowData leftRow, RowData rightRow) throws Exception {
    matches.reset();
    joinFunction.join(leftRow, rightRow, matches);
    return matches.hasCollected();
  }

  private void pad(RowData row, boolean side) {
    matches.collect(side == LEFT ? padding.padLeft(row) : padding.padRight(row));
  }

  // ------------------------------------------------------------------------------ event time

  @Override
  public void onEventTime(InternalTimer<RowData, Boolean> timer) throws Exception {
    boolean ofLeft = timer.getNamespace() == LEFT;
    JoinSide side = ofLeft ? left : right;
    collector.setAbsoluteTimestamp(timer.getTimestamp());
    schedule(side.expire(timer.getTimestamp(), ofLeft ? leftUnmatched : rightUnmatched), ofLeft);
  }

  @Override
  public void onProcessingTime(InternalTimer<RowData, Boolean> timer) {
    throw new IllegalStateException("No processing-time timer is ever registered.");
  }

  /**
   * Fires the timers that are due, then forwards the watermark, reduced by {@link #outputDelay}.
   */
  @Override
  public void processWatermark(Watermark mark) throws Exception {
    Optional<InternalTimeServiceManager<?>> timeServices = getTimeServiceManager();
    if (timeServices.isPresent()) {
      timeServices.get().advanceWatermark(mark);
    }
    output.emitWatermark(new Watermark(delayed(mark.getTimestamp())));
  }

  private long delayed(long watermark) {
    boolean isLast = watermark == Long.MAX_VALUE; // the final watermark: no record follows
    boolean isNone = watermark < Long.MIN_VALUE + outputDelay();
    return isLast || isNone ? watermark : watermark - outputDelay();
  }
}
