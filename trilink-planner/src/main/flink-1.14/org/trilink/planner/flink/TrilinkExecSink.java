/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.DynamicTableSinkSpec;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecSink;
import org.apache.flink.table.types.logical.LogicalType;

/** Flink's node of a sink; versions of Flink give it other constructors. */
@JsonIgnoreProperties(ignoreUnknown = true)
public abstract class TrilinkExecSink extends StreamExecSink {

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
        sink, inputChangelogMode, id, inputProperties, outputType, upsertMaterialize, description);
  }

  /** Returns the columns of the table that a sink writes. */
  protected static ResolvedSchema schema(DynamicTableSinkSpec sink) {
    return sink.getCatalogTable().getResolvedSchema();
  }

  /** Returns the sink to write with in place of the connector's, which has the table's options. */
  protected abstract DynamicTableSink inPlaceOf(DynamicTableSink connector);

  @Override
  protected Transformation<Object> translateToPlanInternal(PlannerBase planner) {
    tableSinkSpec.setTableSink(inPlaceOf(tableSinkSpec.getTableSink()));
    return super.translateToPlanInternal(planner);
  }
}
