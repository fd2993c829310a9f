/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.time.Duration;
import java.util.function.Function;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowTableFunction;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.trilink.planner.decision.Decision;

/** One input of an event-time operator: how the event time of a key is derived from its rows. */
public final class EventTimeInput {

  private final EventTimeOrigin origin;
  private final Function<Duration, InputTimeSpec> time;

  private EventTimeInput(EventTimeOrigin origin, Function<Duration, InputTimeSpec> time) {
    this.origin = origin;
    this.time = time;
  }

  /** Rows with their time in a column. */
  static Decision<EventTimeInput> rowtime(RelNode rel, ImmutableBitSet keys, int column) {
    return of(
        EventTimeOrigin.of(rel, column, keys),
        delay -> InputTimeSpec.rowtime(column, delay.toMillis()));
  }

  /** Rows whose time, in a column so far, Flink makes the timestamp beside the record. */
  static Decision<EventTimeInput> recordTimestamp(RelNode rel, ImmutableBitSet keys, int column) {
    return of(
        EventTimeOrigin.of(rel, column, keys),
        delay -> InputTimeSpec.recordTimestamp(delay.toMillis()));
  }

  /** Rows that bring their windows along. */
  static Decision<EventTimeInput> windows(
      RelNode rel, ImmutableBitSet keys, WindowAttachedWindowingStrategy windowing) {
    if (!AlignedWindows.are(windowing.getWindow())) {
      return Decision.refuse(AlignedWindows.OTHERS);
    }
    ColumnTrace end = ColumnTrace.follow(rel, windowing.getWindowEnd(), keys);
    return end.rel() instanceof StreamPhysicalWindowTableFunction
            && end.column() == end.rel().getRowType().getFieldCount() - 2
        ? ofTableFunction(rel, windowing, end)
        : ofResults(windowing, EventTimeOrigin.of(end));
  }

  /** The column of the time itself may have been dropped: no row is older than its window. */
  private static Decision<EventTimeInput> ofTableFunction(
      RelNode rel, WindowAttachedWindowingStrategy windowing, ColumnTrace end) {
    StreamPhysicalWindowTableFunction windows = (StreamPhysicalWindowTableFunction) end.rel();
    int time = windows.windowing().getTimeAttributeIndex();
    int column = findColumn(rel, windows, time);
    boolean oneWindowARow = windows.windowing().getWindow() instanceof TumblingWindowSpec;
    ColumnTrace trace = oneWindowARow ? end : end.multiplying();
    return ofWindows(
        EventTimeOrigin.of(trace.continueIn(windows.getInput(), time)),
        windowing,
        delay ->
            column >= 0
                ? InputTimeSpec.rowtime(column, delay.toMillis())
                : InputTimeSpec.windowTime(
                    windowing.getWindowStart(), isLocal(windowing), delay.toMillis()));
  }

  private static int findColumn(RelNode rel, RelNode below, int columnBelow) {
    for (int column = 0; column < rel.getRowType().getFieldCount(); column++) {
      ColumnTrace trace = ColumnTrace.follow(rel, column, ImmutableBitSet.of());
      if (trace.rel() == below && trace.column() == columnBelow) {
        return column;
      }
    }
    return -1;
  }

  /** A result of a window comes when the window ends: its last millisecond has passed. */
  private static Decision<EventTimeInput> ofResults(
      WindowAttachedWindowingStrategy windowing, Decision<EventTimeOrigin> origin) {
    return ofWindows(
        origin,
        windowing,
        delay ->
            InputTimeSpec.windowTime(
                windowing.getWindowEnd(), isLocal(windowing), delay.toMillis() + 1));
  }

  private static Decision<EventTimeInput> ofWindows(
      Decision<EventTimeOrigin> origin,
      WindowAttachedWindowingStrategy windowing,
      Function<Duration, InputTimeSpec> time) {
    int end = windowing.getWindowEnd();
    boolean isLocal = isLocal(windowing);
    return of(origin, delay -> time.apply(delay).ofWindows(end, isLocal));
  }

  private static Decision<EventTimeInput> of(
      Decision<EventTimeOrigin> origin, Function<Duration, InputTimeSpec> time) {
    return origin.map(accepted -> new EventTimeInput(accepted, time));
  }

  private static boolean isLocal(WindowingStrategy windowing) {
    return windowing.getTimeAttributeType().getTypeRoot()
        == LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  /** Where that time comes from. */
  public EventTimeOrigin origin() {
    return origin;
  }

  /**
   * For the plan.
   *
   * @param delay how far the rows of a key may be out of order
   */
  public InputTimeSpec time(Duration delay) {
    InputTimeSpec spec = time.apply(delay);
    return origin.followsClocks() ? spec.followingClocks() : spec;
  }
}
