/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.table.data.RowData;

/**
 * Runs a stock keyed two-input operator under key-level watermarks (the paper's section 4.1): the
 * operator is Flink's own, only its watermark is that of the current key: the minimum over the
 * key's two inputs.
 */
public final class KeyWatermarkTwoInputOperatorFactory extends AbstractKeyWatermarkOperatorFactory {

  private static final long serialVersionUID = 1L;

  private final InputTime firstTime;
  private final InputTime secondTime;

  /**
   * @param stock creates the operator, which must be keyed and have two inputs
   * @param firstTime of the first (left) input
   * @param secondTime of the second (right) input
   * @throws IllegalArgumentException if the operator needs more of its task than can be passed on
   */
  public KeyWatermarkTwoInputOperatorFactory(
      StreamOperatorFactory<RowData> stock,
      InputTime firstTime,
      InputTime secondTime,
      KeyWatermarkPolicy policy) {
    super(stock, policy);
    this.firstTime = firstTime;
    this.secondTime = secondTime;
  }

  @Override
  @SuppressWarnings("unchecked") // as the stock operator's transformation says
  KeyWatermarkOperator<?> wrap(StreamOperator<RowData> operator, TaskInfo task) {
    if (operator instanceof InputSelectable) {
      throw new IllegalArgumentException(
          operator.getClass().getName()
              + " selects the input that it reads, which is not supported under key-level"
              + " watermarks. Use the subtask's watermark for it.");
    }
    return new KeyWatermarkTwoInputOperator(
        (TwoInputStreamOperator<RowData, RowData, RowData>) operator,
        firstTime,
        secondTime,
        policy,
        task);
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return KeyWatermarkTwoInputOperator.class;
  }
}
