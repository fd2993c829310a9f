/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keysample;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.kafka.KafkaScan;

/** Lets Flink's scan of a Kafka table sample the keys of operators above it. */
final class StreamExecKeySample extends ExecNodeBase<RowData> implements StreamExecNode<RowData> {

  private static final String FIELD_NAME_KEYS = "keys";

  @JsonProperty(FIELD_NAME_KEYS)
  private final List<SampledKeysSpec> keys;

  /** For a physical plan. */
  public StreamExecKeySample(
      List<SampledKeysSpec> keys,
      InputProperty inputProperty,
      RowType outputType,
      String description) {
    this(keys, getNewNodeId(), Collections.singletonList(inputProperty), outputType, description);
  }

  /** For a JSON plan. */
  @JsonCreator
  public StreamExecKeySample(
      @JsonProperty(FIELD_NAME_KEYS) List<SampledKeysSpec> keys,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.keys = new ArrayList<>(keys);
  }

  @Override
  @SuppressWarnings("unchecked")
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    Transformation<RowData> scan =
        (Transformation<RowData>) getInputEdges().get(0).translateToPlan(planner);
    for (SampledKeysSpec each : keys) {
      KafkaScan.sample(scan, each.sampledKeys(planner.getTableConfig(), (RowType) getOutputType()));
    }
    return scan;
  }
}
