/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;
import org.apache.flink.annotation.VisibleForTesting;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.WrappingOperatorFactory;

/** Creates a stock operator and the operator around it that gives it key-level watermarks. */
abstract class AbstractKeyWatermarkOperatorFactory extends WrappingOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  final KeyWatermarkPolicy policy;

  /** Size of the cache in bytes; null for a share of the heap. */
  @Nullable private Long cacheBudget;

  /**
   * @throws IllegalArgumentException if the operator needs more of its task than can be passed on
   */
  AbstractKeyWatermarkOperatorFactory(
      StreamOperatorFactory<RowData> stock, KeyWatermarkPolicy policy) {
    super(stock);
    if (stock instanceof YieldingOperatorFactory || stock instanceof CoordinatedOperatorFactory) {
      throw new IllegalArgumentException(
          stock.getClass().getName()
              + " creates an operator with its own mailbox or coordinator; such an operator cannot"
              + " run under key-level watermarks. Use the subtask's watermark for it.");
    }
    this.policy = policy;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    KeyWatermarkOperator<?> wrapped =
        wrap(
            stock.createStreamOperator(parameters),
            parameters.getContainingTask().getEnvironment().getTaskInfo());
    if (cacheBudget != null) {
      wrapped.setCacheBudget(cacheBudget);
    }
    return (T) wrapped;
  }

  /** Sets the size, in bytes, of the cache in front of a backend that serializes keys. */
  @VisibleForTesting
  void setCacheBudget(long bytes) {
    cacheBudget = bytes;
  }

  abstract KeyWatermarkOperator<?> wrap(StreamOperator<RowData> operator, TaskInfo task);
}
