/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.DynamicTableSinkSpec;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecSink;

/** Flink's sink node over a Kafka sink that is partitioned by columns of its rows. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class StreamExecAheadKeyBySink extends TrilinkExecSink {

  private static final String FIELD_NAME_PARTITIONING = "partitioning";

  private final SinkPartitioningSpec partitioning;

  /** Creates the node, also of a JSON plan, whose sink is made anew from the catalog. */
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
        partitioned(tableSinkSpec, partitioning),
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

  private static DynamicTableSinkSpec partitioned(
      DynamicTableSinkSpec tableSinkSpec, SinkPartitioningSpec partitioning) {
    RowType physicalType =
        RowType.of(
            schema(tableSinkSpec).getColumns().stream()
                .filter(Column::isPhysical)
                .map(column -> column.getDataType().getLogicalType())
                .toArray(LogicalType[]::new),
            schema(tableSinkSpec).getColumns().stream()
                .filter(Column::isPhysical)
                .map(Column::getName)
                .toArray(String[]::new));
    tableSinkSpec.setTableSink(
        PartitionedKafkaSink.of(connector(tableSinkSpec), partitioning, physicalType));
    return tableSinkSpec;
  }
}
