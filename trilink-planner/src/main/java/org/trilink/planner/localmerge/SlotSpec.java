/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.time.ZoneId;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.trilink.runtime.merge.TimeSlots;

/** The time slots of a local merge, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class SlotSpec {

  private static final String FIELD_NAME_TIME_COLUMN = "timeColumn";
  private static final String FIELD_NAME_LOCAL = "local";
  private static final String FIELD_NAME_SLICE = "sliceMillis";
  private static final String FIELD_NAME_OFFSET = "offsetMillis";
  private static final String FIELD_NAME_SLOT = "slotMillis";

  @JsonProperty(FIELD_NAME_TIME_COLUMN)
  private final int timeColumn;

  @JsonProperty(FIELD_NAME_LOCAL)
  private final boolean local;

  @JsonProperty(FIELD_NAME_SLICE)
  private final long slice;

  @JsonProperty(FIELD_NAME_OFFSET)
  private final long offset;

  @JsonProperty(FIELD_NAME_SLOT)
  private final long slot;

  /**
   * Creates it.
   *
   * @param timeColumn the rowtime's position in the input
   * @param local whether windows are in the session's time zone (on TIMESTAMP_LTZ) or not
   * @param slice length of a slice, in ms
   * @param offset where a slice starts, in ms since the epoch
   * @param slot length of a slot, which divides the slice, in ms
   */
  @JsonCreator
  public SlotSpec(
      @JsonProperty(FIELD_NAME_TIME_COLUMN) int timeColumn,
      @JsonProperty(FIELD_NAME_LOCAL) boolean local,
      @JsonProperty(FIELD_NAME_SLICE) long slice,
      @JsonProperty(FIELD_NAME_OFFSET) long offset,
      @JsonProperty(FIELD_NAME_SLOT) long slot) {
    this.timeColumn = timeColumn;
    this.local = local;
    this.slice = slice;
    this.offset = offset;
    this.slot = slot;
  }

  /** The rowtime's position in the input. */
  public int timeColumn() {
    return timeColumn;
  }

  /**
   * For the operator.
   *
   * @param localZone the session's time zone
   */
  TimeSlots slots(ZoneId localZone) {
    return new TimeSlots(slice, slot, offset, local ? localZone : ZoneId.of("UTC"));
  }
}
