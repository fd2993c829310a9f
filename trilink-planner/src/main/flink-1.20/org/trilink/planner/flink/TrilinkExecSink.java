/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.DynamicTableSinkSpec;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecSink;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Flink's node of a sink; versions of Flink give it other constructors. In JSON plans it has what
 * Flink's sink reads of itself.
 */
@JsonIgnoreProperties(
    value = {"type", NodeOfPlan.CLASS},
    allowGetters = true,
    ignoreUnknown = true)
public abstract class TrilinkExecSink extends StreamExecSink implements PlannedNode {

  /** Creates the node; parameters as of Flink's, the others as of {@link TrilinkExecNode}. */
  protected TrilinkExecSink(
      DynamicTableSinkSpec sink,
      ChangelogMode inputChangelogMode,
      int id,
      List<InputProperty> inputProperties,
      LogicalType outputType,
      boolean upsertMaterialize,
      String description) {
    super(
        id,
        TrilinkExecNode.context(id),
        new Configuration(),
        sink,
        inputChangelogMode,
        upsertMaterialize,
        null,
        null,
        inputProperties,
        outputType,
        description);
  }

  /** Returns the columns of the table that a sink writes. */
  protected static ResolvedSchema schema(DynamicTableSinkSpec sink) {
    return sink.getContextResolvedTable().getResolvedSchema();
  }

  /** Returns the sink to write with in place of the connector's, which has the table's options. */
  protected abstract DynamicTableSink inPlaceOf(DynamicTableSink connector);

  @Override
  protected Transformation<Object> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    tableSinkSpec.setTableSink(inPlaceOf(tableSinkSpec.getTableSink(planner.getFlinkContext())));
    return super.translateToPlanInternal(planner, config);
  }
}
