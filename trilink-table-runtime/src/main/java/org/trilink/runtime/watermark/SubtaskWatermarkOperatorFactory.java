/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.WrappingOperatorFactory;

/**
 * Creates a stock keyed operator that goes by the subtask's watermark, and keeps that in its state,
 * so that what is late is late after a restore as well.
 */
public final class SubtaskWatermarkOperatorFactory extends WrappingOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  /**
   * Creates it.
   *
   * @param stock creates the operator, which must be keyed and needs no mailbox or coordinator
   */
  public SubtaskWatermarkOperatorFactory(StreamOperatorFactory<RowData> stock) {
    super(stock);
  }

  /** The factory of the stock operator. */
  public StreamOperatorFactory<RowData> stock() {
    return stock;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    StreamOperator<RowData> operator = stock.createStreamOperator(parameters);
    TaskInfo task = parameters.getContainingTask().getEnvironment().getTaskInfo();
    return (T)
        (operator instanceof OneInputStreamOperator
            ? new SubtaskWatermarkOneInputOperator(
                (OneInputStreamOperator<RowData, RowData>) operator, task)
            : new SubtaskWatermarkTwoInputOperator(
                (TwoInputStreamOperator<RowData, RowData, RowData>) operator, task));
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return OneInputStreamOperator.class.isAssignableFrom(stock.getStreamOperatorClass(classLoader))
        ? SubtaskWatermarkOneInputOperator.class
        : SubtaskWatermarkTwoInputOperator.class;
  }
}
