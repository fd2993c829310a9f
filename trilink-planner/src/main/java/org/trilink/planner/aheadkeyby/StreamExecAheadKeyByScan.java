/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.List;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.kafka.KafkaScan;
import org.trilink.runtime.kafka.AheadKeyBySource;
import org.trilink.runtime.kafka.PartitionCheck;
import org.trilink.runtime.key.IntegerKey;

/** Lets Flink's scan of a Kafka table read each partition where the state of its keys is. */
final class StreamExecAheadKeyByScan extends TrilinkExecNode {

  private static final String FIELD_NAME_TOPIC = "topic";
  private static final String FIELD_NAME_MAX_PARALLELISM = "maxParallelism";

  @JsonProperty(FIELD_NAME_TOPIC)
  private final TopicPartitioningSpec topic;

  @JsonProperty(FIELD_NAME_MAX_PARALLELISM)
  private final int maxParallelism;

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecAheadKeyByScan(
      @JsonProperty(FIELD_NAME_TOPIC) TopicPartitioningSpec topic,
      @JsonProperty(FIELD_NAME_MAX_PARALLELISM) int maxParallelism,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.topic = topic;
    this.maxParallelism = maxParallelism;
  }

  @Override
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    Transformation<?> scan = getInputEdges().get(0).translateToPlan(planner);
    return readAhead(KafkaScan.of(scan, "Leave 'exchange'='ahead-keyby' out."));
  }

  private <SplitT extends SourceSplit, StateT> Transformation<RowData> readAhead(
      SourceTransformation<RowData, SplitT, StateT> scan) {
    Source<RowData, SplitT, StateT> kafka = KafkaScan.source(scan);
    SourceTransformation<RowData, SplitT, StateT> ahead =
        new SourceTransformation<>(
            scan.getName(),
            new AheadKeyBySource<>(kafka, topic.topics(), newCheck(), maxParallelism),
            scan.getWatermarkStrategy(),
            scan.getOutputType(),
            scan.getParallelism());
    ahead.setChainingStrategy(scan.getChainingStrategy());
    ahead.setMaxParallelism(maxParallelism);
    return ahead;
  }

  private PartitionCheck newCheck() {
    RowType rowType = (RowType) getOutputType();
    RowType keyType = topic.keyType(rowType);
    int[] columns = topic.positions(rowType);
    return new PartitionCheck(
        FlinkCode.keySelector(columns, InternalTypeInfo.of(rowType)),
        IntegerKey.of(rowType, columns),
        keyType,
        topic.newPartitioner(keyType),
        topic.partitionedBy(),
        topic.partitions());
  }
}
