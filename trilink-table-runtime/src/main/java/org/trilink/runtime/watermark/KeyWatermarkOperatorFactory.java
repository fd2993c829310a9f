/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.data.RowData;

/**
 * Runs a stock keyed one-input operator under key-level watermarks (the paper's section 4.1): the
 * operator is Flink's own, but its event time is that of the current key.
 */
public final class KeyWatermarkOperatorFactory extends AbstractKeyWatermarkOperatorFactory
    implements OneInputStreamOperatorFactory<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final InputTime time;

  /**
   * @param stock creates the operator, which must be keyed and have one input
   * @param time of the input
   * @throws IllegalArgumentException if the operator needs more of its task than can be passed on
   */
  public KeyWatermarkOperatorFactory(
      StreamOperatorFactory<RowData> stock, InputTime time, KeyWatermarkPolicy policy) {
    super(stock, policy);
    this.time = time;
  }

  @Override
  @SuppressWarnings("unchecked") // as the stock operator's transformation says
  KeyWatermarkOperator<?> wrap(StreamOperator<RowData> operator, TaskInfo task) {
    return new KeyWatermarkOneInputOperator(
        (OneInputStreamOperator<RowData, RowData>) operator, time, policy, task);
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return KeyWatermarkOneInputOperator.class;
  }
}
