/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.types.logical.RowType;

/** A node of the execution plan; versions of Flink give nodes other constructors. */
public abstract class TrilinkExecNode extends ExecNodeBase<RowData>
    implements StreamExecNode<RowData> {

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
    super(id, inputProperties, outputType, description);
  }

  /** Returns a number that no other node of this process has. */
  public static int newId() {
    return ExecNodeBase.getNewNodeId();
  }
}
