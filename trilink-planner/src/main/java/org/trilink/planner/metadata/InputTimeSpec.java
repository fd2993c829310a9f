/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.trilink.runtime.watermark.InputTime;

/**
 * How the watermark of a key follows from a record of one input, as stored in a plan: a time in the
 * record, minus a delay.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class InputTimeSpec {

  private static final String FIELD_NAME_KIND = "kind";
  private static final String FIELD_NAME_COLUMN = "column";
  private static final String FIELD_NAME_LOCAL = "local";
  private static final String FIELD_NAME_DELAY = "delayMillis";

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

  @JsonProperty(FIELD_NAME_LOCAL)
  private final boolean local;

  @JsonProperty(FIELD_NAME_DELAY)
  private final long delay;

  /** For a JSON plan. */
  @JsonCreator
  InputTimeSpec(
      @JsonProperty(FIELD_NAME_KIND) Kind kind,
      @JsonProperty(FIELD_NAME_COLUMN) int column,
      @JsonProperty(FIELD_NAME_LOCAL) boolean local,
      @JsonProperty(FIELD_NAME_DELAY) long delay) {
    this.kind = kind;
    this.column = column;
    this.local = local;
    this.delay = delay;
  }

  /**
   * The time is in a column of type TIMESTAMP(3) or TIMESTAMP_LTZ(3).
   *
   * @param delay in ms
   */
  public static InputTimeSpec rowtime(int column, long delay) {
    return new InputTimeSpec(Kind.ROWTIME, column, false, delay);
  }

  /**
   * The time is the timestamp that Flink keeps beside the record.
   *
   * @param delay in ms
   */
  public static InputTimeSpec recordTimestamp(long delay) {
    return new InputTimeSpec(Kind.RECORD_TIMESTAMP, -1, false, delay);
  }

  /**
   * The time is the start or the end of the record's window.
   *
   * @param local whether windows are in the session's time zone (on TIMESTAMP_LTZ) or not
   * @param delay in ms
   */
  public static InputTimeSpec windowTime(int column, boolean local, long delay) {
    return new InputTimeSpec(Kind.WINDOW_TIME, column, local, delay);
  }

  /** The same time in another column. */
  public InputTimeSpec atColumn(int newColumn) {
    return new InputTimeSpec(kind, newColumn, local, delay);
  }

  /**
   * For the operator.
   *
   * @param localZone the session's time zone
   */
  public InputTime toInputTime(ZoneId localZone) {
    switch (kind) {
      case ROWTIME:
        return InputTime.rowtime(column, delay);
      case RECORD_TIMESTAMP:
        return InputTime.recordTimestamp(delay);
      case WINDOW_TIME:
        return InputTime.windowTime(column, local ? localZone : ZoneOffset.UTC, -delay);
    }
    throw new IllegalStateException("No such kind: " + kind);
  }
}
