/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.trilink.planner.emit.EmitSpec;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;

/** A merge before an exchange as planned: of what, its settings, and how EXPLAIN shows them. */
final class LocalMerge {

  private final int[] grouping;
  private final List<AggregateCall> aggCalls;
  @Nullable private final TimeAttributeWindowingStrategy windowing;
  @Nullable private final SlotSpec slots;
  @Nullable private final KeyWatermarkSpec watermark;
  private final EmitSpec emit;
  private final String slotText;
  private final String description;

  /**
   * Creates it.
   *
   * @param windowing of a window table-valued function, else null
   * @param slots null to merge records of all times
   * @param watermark of the keys, null if there is one for the subtask
   * @param slotText the length of the slots, and by whose time they end; empty if there are none
   * @param description the settings, and where each was set
   */
  public LocalMerge(
      int[] grouping,
      List<AggregateCall> aggCalls,
      @Nullable TimeAttributeWindowingStrategy windowing,
      @Nullable SlotSpec slots,
      @Nullable KeyWatermarkSpec watermark,
      EmitSpec emit,
      String slotText,
      String description) {
    this.grouping = grouping.clone();
    this.aggCalls = Collections.unmodifiableList(new ArrayList<>(aggCalls));
    this.windowing = windowing;
    this.slots = slots;
    this.watermark = watermark;
    this.emit = emit;
    this.slotText = slotText;
    this.description = description;
  }

  int[] grouping() {
    return grouping.clone();
  }

  List<AggregateCall> aggCalls() {
    return aggCalls;
  }

  @Nullable
  TimeAttributeWindowingStrategy windowing() {
    return windowing;
  }

  @Nullable
  SlotSpec slots() {
    return slots;
  }

  @Nullable
  KeyWatermarkSpec watermark() {
    return watermark;
  }

  EmitSpec emit() {
    return emit;
  }

  String slotText() {
    return slotText;
  }

  /** Whether merged rows tell the end of their slice, and not their time. */
  boolean tellsSliceEnd() {
    return windowing != null && watermark == null;
  }

  /** Whether merged rows tell how many records they stand for: those that come late are counted. */
  boolean tellsRecords() {
    return windowing != null && watermark != null;
  }

  @Override
  public String toString() {
    return description;
  }
}
