/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.types.logical.RowType;

/** A node of the execution plan; versions of Flink give nodes other constructors. */
public abstract class TrilinkExecNode extends ExecNodeBase<RowData>
    implements StreamExecNode<RowData>, PlannedNode {

  /**
   * Creates the node.
   *
   * @param id of {@link #newId}, or what it was when a JSON plan was written
   * @param inputProperties one for each input
   * @param outputType of the rows that the node hands on
   * @param description the text that the job's graph shows
   */
  protected TrilinkExecNode(
      int id, List<InputProperty> inputProperties, RowType outputType, String description) {
    super(id, context(id), new Configuration(), inputProperties, outputType, description);
  }

  /** Returns a number that no other node of this process has. */
  public static int newId() {
    return ExecNodeContext.newNodeId();
  }

  /** Returns what names the node in Flink's plans: all of Trilink's have one name. */
  static ExecNodeContext context(int id) {
    return new ExecNodeContext(PlanTypes.NAME + "_1").withId(id);
  }

  /** Translates the node; Trilink's nodes read the session's settings from the planner. */
  protected abstract Transformation<RowData> translateToPlanInternal(PlannerBase planner);

  @Override
  protected final Transformation<RowData> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    return translateToPlanInternal(planner);
  }
}
