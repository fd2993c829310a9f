/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.time.ZoneId;
import java.time.ZoneOffset;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.trilink.runtime.watermark.InputTime;

/**
 * How the watermark of a key follows from a record of one input, as stored in a plan: a time in the
 * record, minus a delay. Also, when a record that brings its window along is late.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class InputTimeSpec {

  private static final String FIELD_NAME_KIND = "kind";
  private static final String FIELD_NAME_COLUMN = "column";
  private static final String FIELD_NAME_LOCAL = "local";
  private static final String FIELD_NAME_DELAY = "delayMillis";
  private static final String FIELD_NAME_WINDOW_END = "windowEnd";
  private static final String FIELD_NAME_FOLLOWS_CLOCKS = "followsClocks";

  /** Where the record has its time. */
  enum Kind {
    ROWTIME,
    RECORD_TIMESTAMP,
    WINDOW_TIME
  }

  @JsonProperty(FIELD_NAME_KIND)
  private final Kind kind;

  @JsonProperty(FIELD_NAME_COLUMN)
  private final int column;

  /** Whether windows are in the session's time zone. */
  @JsonProperty(FIELD_NAME_LOCAL)
  private final boolean local;

  @JsonProperty(FIELD_NAME_DELAY)
  private final long delay;

  /** The column with the end of the record's window; null if the record brings none along. */
  @Nullable
  @JsonProperty(FIELD_NAME_WINDOW_END)
  private final Integer windowEnd;

  /** Whether the time is the instant that a window in the session's time zone was given. */
  @JsonProperty(FIELD_NAME_FOLLOWS_CLOCKS)
  private final boolean followsClocks;

  /** For a JSON plan. */
  @JsonCreator
  InputTimeSpec(
      @JsonProperty(FIELD_NAME_KIND) Kind kind,
      @JsonProperty(FIELD_NAME_COLUMN) int column,
      @JsonProperty(FIELD_NAME_LOCAL) boolean local,
      @JsonProperty(FIELD_NAME_DELAY) long delay,
      @Nullable @JsonProperty(FIELD_NAME_WINDOW_END) Integer windowEnd,
      @JsonProperty(FIELD_NAME_FOLLOWS_CLOCKS) boolean followsClocks) {
    this.kind = kind;
    this.column = column;
    this.local = local;
    this.delay = delay;
    this.windowEnd = windowEnd;
    this.followsClocks = followsClocks;
  }

  /**
   * The time is in a column of type TIMESTAMP(3) or TIMESTAMP_LTZ(3).
   *
   * @param delay in ms
   */
  public static InputTimeSpec rowtime(int column, long delay) {
    return new InputTimeSpec(Kind.ROWTIME, column, false, delay, null, false);
  }

  /**
   * The time is the timestamp that Flink keeps beside the record.
   *
   * @param delay in ms
   */
  public static InputTimeSpec recordTimestamp(long delay) {
    return new InputTimeSpec(Kind.RECORD_TIMESTAMP, -1, false, delay, null, false);
  }

  /**
   * The time is the start or the end of the record's window.
   *
   * @param local whether windows are in the session's time zone (on TIMESTAMP_LTZ) or not
   * @param delay in ms
   */
  public static InputTimeSpec windowTime(int column, boolean local, long delay) {
    return new InputTimeSpec(Kind.WINDOW_TIME, column, local, delay, null, false);
  }

  /**
   * Returns this time for records that bring their windows along.
   *
   * @param end the column with the end of a record's window
   * @param localWindows whether windows are in the session's time zone (on TIMESTAMP_LTZ) or not
   */
  public InputTimeSpec ofWindows(int end, boolean localWindows) {
    return new InputTimeSpec(kind, column, localWindows, delay, end, followsClocks);
  }

  /**
   * Returns this time for results whose windows are in the session's time zone, where clocks may
   * change.
   */
  public InputTimeSpec followingClocks() {
    return new InputTimeSpec(kind, column, local, delay, windowEnd, true);
  }

  /** By how much the watermark is behind that time, in ms. */
  public long delay() {
    return delay;
  }

  /** Returns this time in another column, for records that bring no window along. */
  public InputTimeSpec atColumn(int newColumn) {
    return new InputTimeSpec(kind, newColumn, local, delay, null, followsClocks);
  }

  /**
   * For the operator.
   *
   * @param localZone the session's time zone
   */
  public InputTime toInputTime(ZoneId localZone) {
    ZoneId zone = local ? localZone : ZoneOffset.UTC;
    InputTime time = followsClocks ? time(zone).ofResultsIn(localZone) : time(zone);
    return windowEnd == null ? time : time.ofWindows(windowEnd, zone);
  }

  private InputTime time(ZoneId zone) {
    switch (kind) {
      case ROWTIME:
        return InputTime.rowtime(column, delay);
      case RECORD_TIMESTAMP:
        return InputTime.recordTimestamp(delay);
      case WINDOW_TIME:
        return InputTime.windowTime(column, zone, -delay);
    }
    throw new IllegalStateException("No such kind: " + kind);
  }
}
