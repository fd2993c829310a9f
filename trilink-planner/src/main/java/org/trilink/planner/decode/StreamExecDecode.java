/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.kafka.KafkaScan;

/**
 * Lets Flink's scan of a Kafka table decode only the columns that are read. Several of them above
 * one scan make it decode what any of them reads.
 */
final class StreamExecDecode extends TrilinkExecNode {

  private static final String FIELD_NAME_DECODE = "decode";

  @JsonProperty(FIELD_NAME_DECODE)
  private final DecodeSpec decode;

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecDecode(
      @JsonProperty(FIELD_NAME_DECODE) DecodeSpec decode,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.decode = decode;
  }

  @Override
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    SourceTransformation<RowData, SourceSplit, Object> kafka =
        KafkaScan.of(
            getInputEdges().get(0).translateToPlan(planner),
            "Set 'table.optimizer.trilink.decode' to 'stock'.");
    KafkaValueDecoder.of(KafkaScan.source(kafka))
        .read(decode, (RowType) getOutputType(), planner.getTableConfig());
    KafkaScan.holdBackWatermarks(kafka);
    return kafka;
  }
}
