/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.placement.KeyPlacementSpec;
import org.trilink.runtime.kafka.AheadKeyByPartitioner;

/** By what a Kafka table is partitioned that a statement writes, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class SinkPartitioningSpec {

  private static final String FIELD_NAME_COLUMNS = "columns";
  private static final String FIELD_NAME_STRATEGY = "strategy";

  @JsonProperty(FIELD_NAME_COLUMNS)
  private final List<String> columns;

  @JsonProperty(FIELD_NAME_STRATEGY)
  private final KeyPlacementSpec strategy;

  /**
   * Creates it.
   *
   * @param columns of the table, in the order in which they make a key
   */
  @JsonCreator
  public SinkPartitioningSpec(
      @JsonProperty(FIELD_NAME_COLUMNS) List<String> columns,
      @JsonProperty(FIELD_NAME_STRATEGY) KeyPlacementSpec strategy) {
    this.columns = new ArrayList<>(columns);
    this.strategy = strategy;
  }

  /**
   * Whether the strategy can partition by the columns.
   *
   * @param physicalType the table's columns
   * @throws IllegalArgumentException with the reason, if not
   */
  public void check(RowType physicalType) {
    strategy.functionOfKey().open(keyType(physicalType));
  }

  /**
   * The partitioner of the rows that the sink gets.
   *
   * @param physicalType the table's columns, with which these rows begin
   */
  AheadKeyByPartitioner partitioner(RowType physicalType) {
    int[] positions = columns.stream().mapToInt(physicalType::getFieldIndex).toArray();
    return new AheadKeyByPartitioner(
        FlinkCode.keySelector(positions, InternalTypeInfo.of(physicalType)),
        keyType(physicalType),
        strategy.functionOfKey(),
        columns + " by " + strategy.placement());
  }

  private RowType keyType(RowType physicalType) {
    LogicalType[] types =
        columns.stream()
            .map(column -> physicalType.getTypeAt(physicalType.getFieldIndex(column)))
            .toArray(LogicalType[]::new);
    return RowType.of(types, columns.toArray(new String[0]));
  }
}
