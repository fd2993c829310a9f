/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.flink.OperatorParameters;
import org.trilink.runtime.operator.WrappingOperatorFactory;

/**
 * Creates an operator that appends a column to its rows: the watermark of their key at the time
 * they are emitted.
 */
public final class KeyWatermarkColumnFactory extends WrappingOperatorFactory<RowData>
    implements OneInputStreamOperatorFactory<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  /**
   * Creates it.
   *
   * @param stock of an operator with key-level watermarks ({@link CurrentKeyWatermark})
   */
  public KeyWatermarkColumnFactory(StreamOperatorFactory<RowData> stock) {
    super(stock);
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    KeyWatermarkColumnOutput output = new KeyWatermarkColumnOutput(parameters.getOutput());
    StreamOperator<RowData> operator =
        stock.createStreamOperator(
            OperatorParameters.with(parameters.getStreamConfig(), output, parameters));
    output.of((CurrentKeyWatermark) operator);
    return (T) operator;
  }
}
