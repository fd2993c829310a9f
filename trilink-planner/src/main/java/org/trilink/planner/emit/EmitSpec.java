/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.emit;

import javax.annotation.Nullable;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.runtime.merge.EmitTriggers;

/** The triggers that make a merge send, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class EmitSpec {

  private static final String FIELD_NAME_DELAY = "delayMillis";
  private static final String FIELD_NAME_RECORDS = "records";
  private static final String FIELD_NAME_AT_SLOT_END = "atSlotEnd";
  private static final String FIELD_NAME_WHEN = "when";

  @Nullable
  @JsonProperty(FIELD_NAME_DELAY)
  private final Long delay;

  @Nullable
  @JsonProperty(FIELD_NAME_RECORDS)
  private final Long records;

  @JsonProperty(FIELD_NAME_AT_SLOT_END)
  private final boolean atSlotEnd;

  @Nullable
  @JsonProperty(FIELD_NAME_WHEN)
  private final RexNode when;

  /**
   * Creates it.
   *
   * @param delay the processing time that a record may wait, in ms; null for any
   * @param records how many are merged into one row at most; null for any
   * @param atSlotEnd whether a slot is sent when its end is passed
   * @param when a condition on an input row, null for none
   */
  @JsonCreator
  public EmitSpec(
      @Nullable @JsonProperty(FIELD_NAME_DELAY) Long delay,
      @Nullable @JsonProperty(FIELD_NAME_RECORDS) Long records,
      @JsonProperty(FIELD_NAME_AT_SLOT_END) boolean atSlotEnd,
      @Nullable @JsonProperty(FIELD_NAME_WHEN) RexNode when) {
    this.delay = delay;
    this.records = records;
    this.atSlotEnd = atSlotEnd;
    this.when = when;
  }

  /** On an input row; null for none. */
  @Nullable
  public RexNode when() {
    return when;
  }

  public EmitTriggers triggers(TableConfig config, RowType inputType) {
    GeneratedJoinCondition condition =
        when == null ? null : FlinkCode.condition(config, when, inputType);
    return new EmitTriggers(delay, records, atSlotEnd, condition);
  }
}
