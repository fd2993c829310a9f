/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.DynamicTableSinkSpec;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecSink;
import org.apache.flink.table.types.logical.LogicalType;

/** Flink's node of a sink; versions of Flink give it other constructors. */
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

  /** Returns the connector's sink, which is made from the table if it was not set. */
  protected static DynamicTableSink connector(DynamicTableSinkSpec sink) {
    return sink.getTableSink(null);
  }
}
