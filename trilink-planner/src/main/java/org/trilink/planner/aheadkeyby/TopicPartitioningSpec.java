/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.hint.TopicPartitioning;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.kafka.KeyFormat;
import org.trilink.planner.placement.KeyPlacementSpec;
import org.trilink.runtime.kafka.KafkaKeyPlacement;
import org.trilink.runtime.kafka.KafkaTopics;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/** How the topics of a table are partitioned, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class TopicPartitioningSpec {

  private static final String FIELD_NAME_COLUMNS = "columns";
  private static final String FIELD_NAME_STRATEGY = "strategy";
  private static final String FIELD_NAME_PARTITIONS = "partitions";
  private static final String FIELD_NAME_KAFKA_OPTIONS = "kafkaOptions";

  @JsonProperty(FIELD_NAME_COLUMNS)
  private final List<String> columns;

  @Nullable
  @JsonProperty(FIELD_NAME_STRATEGY)
  private final KeyPlacementSpec strategy;

  @JsonProperty(FIELD_NAME_PARTITIONS)
  private final int partitions;

  @JsonProperty(FIELD_NAME_KAFKA_OPTIONS)
  private final Map<String, String> kafkaOptions;

  /**
   * Creates it.
   *
   * @param columns the table's columns that decide on a record's partition, in their order
   * @param strategy by which Trilink partitions; null for Kafka's default, by the record key
   * @param kafkaOptions the table's
   */
  @JsonCreator
  public TopicPartitioningSpec(
      @JsonProperty(FIELD_NAME_COLUMNS) List<String> columns,
      @Nullable @JsonProperty(FIELD_NAME_STRATEGY) KeyPlacementSpec strategy,
      @JsonProperty(FIELD_NAME_PARTITIONS) int partitions,
      @JsonProperty(FIELD_NAME_KAFKA_OPTIONS) Map<String, String> kafkaOptions) {
    this.columns = new ArrayList<>(columns);
    this.strategy = strategy;
    this.partitions = partitions;
    this.kafkaOptions = new LinkedHashMap<>(kafkaOptions);
  }

  /** The text by which state is bound to the partitions that its keys' records are in. */
  public String placement() {
    return String.format(
        "ahead-keyby(%s) by %s in %d partitions",
        String.join(",", columns), partitionedBy(), partitions);
  }

  /** Text for messages: {@code trilink (modulo)}, {@code kafka-key (json)}. */
  public String partitionedBy() {
    return strategy == null
        ? format(TopicPartitioning.KAFKA_KEY) + " (" + kafkaOptions.get("key.format") + ")"
        : format(TopicPartitioning.TRILINK) + " (" + strategy.placement() + ")";
  }

  private static String format(TopicPartitioning partitioning) {
    return TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY.format(partitioning);
  }

  /**
   * Whether the topics can be partitioned so.
   *
   * @throws IllegalArgumentException with the reason, if not
   */
  public void check(RowType rowType) {
    newPartitioner(keyType(rowType)).open(keyType(rowType));
    if (strategy != null) {
      strategy.checkPartitions(partitions);
    }
  }

  /**
   * The function from keys to partitions, which is called with the number of partitions. Not
   * opened.
   */
  KeyPlacementStrategy newPartitioner(RowType keyType) {
    return strategy == null
        ? new KafkaKeyPlacement(KeyFormat.serializer(kafkaOptions, keyType))
        : strategy.functionOfKey();
  }

  /** The partition columns of rows that have them under their names in the table. */
  RowType keyType(RowType rowType) {
    return keyType(positions(rowType), rowType);
  }

  /** The partition columns at these positions, under their names in the table. */
  RowType keyType(int[] positions, RowType rowType) {
    LogicalType[] types = new LogicalType[positions.length];
    for (int i = 0; i < positions.length; i++) {
      types[i] = rowType.getTypeAt(positions[i]);
    }
    return RowType.of(types, columns.toArray(new String[0]));
  }

  int[] positions(RowType rowType) {
    return columns.stream().mapToInt(rowType::getFieldIndex).toArray();
  }

  KafkaTopics topics() {
    return KafkaTable.topics(kafkaOptions);
  }

  /** In their order. */
  public List<String> columns() {
    return columns;
  }

  public int partitions() {
    return partitions;
  }

  /**
   * Whether keys of both are in partitions of the same number. Record keys must also be written in
   * the same form, see {@link RecordKeyForm}.
   */
  public boolean isLike(TopicPartitioningSpec other) {
    return partitions == other.partitions && partitionedBy().equals(other.partitionedBy());
  }
}
