/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.RecordEqualiser;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.types.logical.LogicalType;

/** Builds Flink's operator for the windows of GROUP BY, whose package differs between versions. */
public final class StockGroupWindows {

  private final Duration size;
  private final Duration slide;
  private final boolean sessions;
  private final ZoneId zone;

  private StockGroupWindows(Duration size, Duration slide, boolean sessions, ZoneId zone) {
    this.size = size;
    this.slide = slide;
    this.sessions = sessions;
    this.zone = zone;
  }

  /** TUMBLE, of a size in ms. */
  public static StockGroupWindows tumble(long size) {
    return hop(size, size);
  }

  /** HOP, of a size and a slide in ms. */
  public static StockGroupWindows hop(long size, long slide) {
    return new StockGroupWindows(
        Duration.ofMillis(size), Duration.ofMillis(slide), false, ZoneOffset.UTC);
  }

  /** SESSION, of a gap in ms. */
  public static StockGroupWindows session(long gap) {
    return new StockGroupWindows(
        Duration.ofMillis(gap), Duration.ofMillis(gap), true, ZoneOffset.UTC);
  }

  /** Aligns windows in another time zone than UTC. */
  public StockGroupWindows in(ZoneId other) {
    return new StockGroupWindows(size, slide, sessions, other);
  }

  /**
   * The operator.
   *
   * @param rowtime position of the event time in the input
   * @param equaliser tells whether a result has not changed
   * @param state types of the accumulators and of the results
   * @param properties types of the windows' properties
   */
  @SuppressWarnings("unchecked") // Flink's builder forgets the type of the windows
  public AbstractStreamOperator<RowData> operator(
      LogicalType[] input,
      int rowtime,
      NamespaceAggsHandleFunction<TimeWindow> aggregates,
      RecordEqualiser equaliser,
      LogicalType[] state,
      LogicalType[] properties) {
    var builder = StockGroupWindowBuilder.create();
    var windows =
        sessions
            ? builder.session(size)
            : size.equals(slide) ? builder.tumble(size) : builder.sliding(size, slide);
    return windows
        .withShiftTimezone(zone)
        .withInputFields(input)
        .withEventTime(rowtime)
        .aggregate(aggregates, equaliser, state, state, properties)
        .build();
  }
}
