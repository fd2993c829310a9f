/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import java.util.Collections;
import javax.annotation.Nullable;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;
import scala.collection.Seq;

/** A global merge as planned: its settings, and how EXPLAIN shows them. */
final class GlobalMerge {

  private final GlobalMergeSpec spec;
  @Nullable private final KeyWatermarkSpec watermark;
  private final String description;

  /**
   * Creates it.
   *
   * @param watermark of the keys; null if it is the subtask's
   * @param description the settings, and where each was set; without passwords
   */
  public GlobalMerge(
      GlobalMergeSpec spec, @Nullable KeyWatermarkSpec watermark, String description) {
    this.spec = spec;
    this.watermark = watermark;
    this.description = description;
  }

  public GlobalMergeSpec spec() {
    return spec;
  }

  /**
   * Translates an aggregate that is merged so.
   *
   * @param windowing null for an unbounded GROUP BY
   */
  ExecNode<?> translate(
      StreamPhysicalRel rel,
      int[] grouping,
      Seq<AggregateCall> aggCalls,
      @Nullable TimeAttributeWindowingStrategy windowing,
      WindowProperties properties) {
    return new StreamExecGlobalMerge(
        grouping,
        JavaScalaConversionUtil.toJava(aggCalls).toArray(new AggregateCall[0]),
        windowing,
        properties,
        spec,
        watermark,
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(rel.getRowType()),
        rel.getRelDetailedDescription());
  }

  @Override
  public String toString() {
    return description;
  }
}
