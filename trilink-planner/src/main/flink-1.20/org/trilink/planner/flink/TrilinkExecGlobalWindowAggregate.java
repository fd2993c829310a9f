/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecGlobalWindowAggregate;
import org.apache.flink.table.types.logical.RowType;

/**
 * Flink's second phase of a window aggregate, whose operator is changed; versions of Flink give it
 * other constructors.
 */
public abstract class TrilinkExecGlobalWindowAggregate extends StreamExecGlobalWindowAggregate
    implements PlannedNode {

  /** Creates the node; parameters as of Flink's, the others as of {@link TrilinkExecNode}. */
  protected TrilinkExecGlobalWindowAggregate(
      int[] grouping,
      AggregateCall[] aggCalls,
      WindowingStrategy windowing,
      WindowProperties windowProperties,
      int id,
      List<InputProperty> inputProperties,
      RowType inputType,
      RowType outputType,
      String description) {
    super(
        id,
        TrilinkExecNode.context(id),
        new Configuration(),
        grouping,
        aggCalls,
        windowing,
        windowProperties.named(),
        false,
        inputProperties,
        inputType,
        outputType,
        description);
  }

  /** Returns what takes the place of the transformation that Flink's node is translated to. */
  protected abstract Transformation<RowData> changed(Transformation<RowData> stock);

  @Override
  protected final Transformation<RowData> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    return changed(super.translateToPlanInternal(planner, config));
  }
}
