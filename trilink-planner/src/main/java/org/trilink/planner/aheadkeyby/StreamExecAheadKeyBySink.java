/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.DynamicTableSinkSpec;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecSink;

/** Flink's sink node over a Kafka sink that is partitioned by columns of its rows. */
final class StreamExecAheadKeyBySink extends TrilinkExecSink {

  private static final String FIELD_NAME_PARTITIONING = "partitioning";

  private final SinkPartitioningSpec partitioning;

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecAheadKeyBySink(
      @JsonProperty(FIELD_NAME_DYNAMIC_TABLE_SINK) DynamicTableSinkSpec tableSinkSpec,
      @JsonProperty(FIELD_NAME_PARTITIONING) SinkPartitioningSpec partitioning,
      @JsonProperty(FIELD_NAME_INPUT_CHANGELOG_MODE) ChangelogMode inputChangelogMode,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) LogicalType outputType,
      @JsonProperty(FIELD_NAME_REQUIRE_UPSERT_MATERIALIZE) boolean upsertMaterialize,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(
        tableSinkSpec,
        inputChangelogMode,
        id,
        inputProperties,
        outputType,
        upsertMaterialize,
        description);
    this.partitioning = partitioning;
  }

  @JsonProperty(FIELD_NAME_PARTITIONING)
  SinkPartitioningSpec partitioning() {
    return partitioning;
  }

  @Override
  protected DynamicTableSink inPlaceOf(DynamicTableSink connector) {
    List<Column> columns =
        schema(tableSinkSpec).getColumns().stream()
            .filter(Column::isPhysical)
            .collect(Collectors.toList());
    RowType physicalType =
        RowType.of(
            columns.stream()
                .map(column -> column.getDataType().getLogicalType())
                .toArray(LogicalType[]::new),
            columns.stream().map(Column::getName).toArray(String[]::new));
    return PartitionedKafkaSink.of(connector, partitioning, physicalType);
  }
}
