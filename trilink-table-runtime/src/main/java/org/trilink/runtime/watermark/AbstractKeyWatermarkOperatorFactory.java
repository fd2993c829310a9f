/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;
import org.apache.flink.annotation.VisibleForTesting;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.operator.WrappingOperatorFactory;

/** Makes a stock operator and what runs it under key-level watermarks. */
abstract class AbstractKeyWatermarkOperatorFactory extends WrappingOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  /** Of the heap, one in so many parts is for keys that are kept beside a backend. */
  private static final int CACHE_HEAP_PART = 2;

  final KeyWatermarkPolicy policy;

  /** Null for the operator's share of the memory. */
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
    Environment environment = parameters.getContainingTask().getEnvironment();
    return (T)
        wrap(
            stock.createStreamOperator(parameters),
            environment.getTaskInfo(),
            cacheBudget == null
                ? OperatorMemory.of(environment, parameters.getStreamConfig(), CACHE_HEAP_PART)
                : new OperatorMemory(cacheBudget));
  }

  /** Sets how many bytes of keys are kept beside a backend that serializes them. */
  @VisibleForTesting
  void setCacheBudget(long bytes) {
    cacheBudget = bytes;
  }

  /**
   * Puts the operator under key-level watermarks.
   *
   * @param memory for keys that are kept as objects beside a backend that serializes them
   */
  abstract KeyWatermarkOperator<?> wrap(
      StreamOperator<RowData> operator, TaskInfo task, OperatorMemory memory);
}
