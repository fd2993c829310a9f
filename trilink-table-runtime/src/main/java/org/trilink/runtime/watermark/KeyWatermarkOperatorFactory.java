/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;
import org.apache.flink.annotation.VisibleForTesting;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.WrappingOperatorFactory;

/**
 * Runs a stock keyed operator under key-level watermarks (the paper's section 4.1): the operator is
 * Flink's own, but its event time is that of the current key. With two inputs, that is the minimum
 * over the key's two.
 */
public final class KeyWatermarkOperatorFactory extends WrappingOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  private final KeyWatermarkPolicy policy;
  private final InputTime[] times;

  /** Size of the cache in bytes; null for a share of the heap. */
  @Nullable private Long cacheBudget;

  /**
   * @param stock creates the operator, which must be keyed and have one input or two
   * @param times of the inputs, the first (left) one first
   * @throws IllegalArgumentException if the operator needs more of its task than can be passed on
   */
  public KeyWatermarkOperatorFactory(
      StreamOperatorFactory<RowData> stock, KeyWatermarkPolicy policy, InputTime... times) {
    super(stock);
    if (stock instanceof YieldingOperatorFactory || stock instanceof CoordinatedOperatorFactory) {
      throw new IllegalArgumentException(
          stock.getClass().getName()
              + " creates an operator with its own mailbox or coordinator; such an operator cannot"
              + " run under key-level watermarks. Use the subtask's watermark for it.");
    }
    this.policy = policy;
    this.times = times.clone();
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

  @SuppressWarnings("unchecked") // as the stock operator's transformation says
  private KeyWatermarkOperator<?> wrap(StreamOperator<RowData> operator, TaskInfo task) {
    if (times.length == 1) {
      return new KeyWatermarkOneInputOperator(
          (OneInputStreamOperator<RowData, RowData>) operator, times[0], policy, task);
    }
    if (operator instanceof InputSelectable) {
      throw new IllegalArgumentException(
          operator.getClass().getName()
              + " selects the input that it reads, which is not supported under key-level"
              + " watermarks. Use the subtask's watermark for it.");
    }
    return new KeyWatermarkTwoInputOperator(
        (TwoInputStreamOperator<RowData, RowData, RowData>) operator,
        times[0],
        times[1],
        policy,
        task);
  }

  /** Sets the size, in bytes, of the cache in front of a backend that serializes keys. */
  @VisibleForTesting
  void setCacheBudget(long bytes) {
    cacheBudget = bytes;
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return times.length == 1
        ? KeyWatermarkOneInputOperator.class
        : KeyWatermarkTwoInputOperator.class;
  }
}
