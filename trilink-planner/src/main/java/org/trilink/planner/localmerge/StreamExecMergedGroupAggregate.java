/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.flink.TypeInJson;
import org.trilink.planner.node.AggregateExecNode;
import org.trilink.planner.node.MergedAggregates;
import org.trilink.runtime.aggregate.GroupAggOperator;

/**
 * Translates an unbounded GROUP BY over merged rows into Flink's function in Trilink's operator.
 */
public final class StreamExecMergedGroupAggregate extends AggregateExecNode {

  private static final String FIELD_NAME_GENERATE_UPDATE_BEFORE = "generateUpdateBefore";
  private static final String FIELD_NAME_STATE_TTL = "stateTtlMillis";

  @JsonProperty(FIELD_NAME_KEYS)
  private final int keys;

  @JsonProperty(FIELD_NAME_GENERATE_UPDATE_BEFORE)
  private final boolean generateUpdateBefore;

  @JsonProperty(FIELD_NAME_RECORD_TYPE)
  @TypeInJson
  private final RowType recordType;

  @JsonProperty(FIELD_NAME_STATE_TTL)
  @Nullable
  private final Long stateTtl;

  /**
   * Creates the node, also of a JSON plan.
   *
   * @param keys how many key columns merged rows start with
   * @param recordType of the records that were merged
   * @param stateTtl how long the state of an unused key is kept, in ms; null for as long as the
   *     session says
   */
  @JsonCreator
  public StreamExecMergedGroupAggregate(
      @JsonProperty(FIELD_NAME_KEYS) int keys,
      @JsonProperty(FIELD_NAME_AGG_CALLS) AggregateCall[] aggCalls,
      @JsonProperty(FIELD_NAME_GENERATE_UPDATE_BEFORE) boolean generateUpdateBefore,
      @JsonProperty(FIELD_NAME_RECORD_TYPE) RowType recordType,
      @JsonProperty(FIELD_NAME_STATE_TTL) @Nullable Long stateTtl,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(aggCalls, id, inputProperties, outputType, description);
    this.keys = keys;
    this.generateUpdateBefore = generateUpdateBefore;
    this.recordType = recordType;
    this.stateTtl = stateTtl;
  }

  @Override
  protected Transformation<RowData> translate(
      PlannerBase planner, Transformation<RowData> input, RowType mergedType) {
    MergedAggregates aggregates = new MergedAggregates(planner, recordType, keys, aggCalls, null);
    GroupAggFunction function =
        new GroupAggFunction(
            aggregates.handler(),
            FlinkCode.equaliser("MergedGroupAggValueEqualiser", aggregates.valueTypes()),
            aggregates.stateTypes(),
            aggregates.inState().getIndexOfCountStar(),
            generateUpdateBefore,
            stateTtl == null
                ? FlinkSettings.stateRetention(planner.getTableConfig()).toMillis()
                : stateTtl);

    return keyed(
        input, mergedType, IntStream.range(0, keys).toArray(), new GroupAggOperator(function));
  }
}
