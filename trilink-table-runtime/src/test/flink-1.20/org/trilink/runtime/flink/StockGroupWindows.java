/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.time.Duration;
import java.time.ZoneId;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.RecordEqualiser;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.operators.window.groupwindow.operator.WindowOperatorBuilder;
import org.apache.flink.table.types.logical.LogicalType;

/** Builds Flink's operator for the windows of GROUP BY, whose package differs between versions. */
public final class StockGroupWindows {

  private final WindowOperatorBuilder windows;

  private StockGroupWindows(WindowOperatorBuilder windows) {
    this.windows = windows;
  }

  /** TUMBLE, of a size in ms. */
  public static StockGroupWindows tumble(long size) {
    return new StockGroupWindows(WindowOperatorBuilder.builder().tumble(Duration.ofMillis(size)));
  }

  /** HOP, of a size and a slide in ms. */
  public static StockGroupWindows hop(long size, long slide) {
    return new StockGroupWindows(
        WindowOperatorBuilder.builder().sliding(Duration.ofMillis(size), Duration.ofMillis(slide)));
  }

  /** SESSION, of a gap in ms. */
  public static StockGroupWindows session(long gap) {
    return new StockGroupWindows(WindowOperatorBuilder.builder().session(Duration.ofMillis(gap)));
  }

  /** Aligns windows in another time zone than UTC. */
  public StockGroupWindows in(ZoneId zone) {
    return new StockGroupWindows(windows.withShiftTimezone(zone));
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
    return windows
        .withInputFields(input)
        .withEventTime(rowtime)
        .aggregate(aggregates, equaliser, state, state, properties)
        .build();
  }
}
