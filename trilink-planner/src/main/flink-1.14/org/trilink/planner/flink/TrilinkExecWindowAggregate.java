/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWindowAggregateBase;
import org.apache.flink.table.types.logical.RowType;

/** A node that assigns slices; versions of Flink give it other constructors. */
public abstract class TrilinkExecWindowAggregate extends StreamExecWindowAggregateBase {

  /** Creates the node; parameters as of {@link TrilinkExecNode}. */
  protected TrilinkExecWindowAggregate(
      int id, List<InputProperty> inputProperties, RowType outputType, String description) {
    super(id, inputProperties, outputType, description);
  }
}
