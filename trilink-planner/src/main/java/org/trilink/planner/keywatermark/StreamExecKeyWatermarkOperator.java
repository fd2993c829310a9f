/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;

/**
 * Translates one of Flink's nodes as Flink does, then wraps its operator so that each key sees a
 * watermark of its own.
 */
public final class StreamExecKeyWatermarkOperator extends TrilinkExecNode {

  private static final String FIELD_NAME_STOCK = "stock";
  private static final String FIELD_NAME_WATERMARK = "keyWatermark";

  @JsonProperty(FIELD_NAME_STOCK)
  private final ExecNode<?> stock;

  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  /**
   * For a physical plan.
   *
   * @param stock has one or two inputs, and its last operator is the keyed one
   */
  public StreamExecKeyWatermarkOperator(ExecNode<?> stock, KeyWatermarkSpec watermark) {
    this(
        stock,
        watermark,
        newId(),
        stock.getInputProperties(),
        (RowType) stock.getOutputType(),
        stock.getDescription());
  }

  /** For a JSON plan. */
  @JsonCreator
  public StreamExecKeyWatermarkOperator(
      @JsonProperty(FIELD_NAME_STOCK) ExecNode<?> stock,
      @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.stock = stock;
    this.watermark = watermark;
  }

  @Override
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    stock.setInputEdges(getInputEdges());
    return KeyWatermarkTransformations.wrap(stock.translateToPlan(planner), watermark, planner);
  }
}
