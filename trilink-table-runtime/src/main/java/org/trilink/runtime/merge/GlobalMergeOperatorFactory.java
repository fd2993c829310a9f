/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.function.UnaryOperator;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.merge.store.MergeStore;

/** Creates the operator of a global merge, which is chained to its input. */
public final class GlobalMergeOperatorFactory extends AbstractStreamOperatorFactory<RowData>
    implements OneInputStreamOperatorFactory<RowData, RowData>, YieldingOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  private final GlobalMergeSettings settings;
  private int capacity = GlobalMergeOperator.DEFAULT_CAPACITY;
  @Nullable private transient UnaryOperator<MergeStore> storeWrapper;

  public GlobalMergeOperatorFactory(GlobalMergeSettings settings) {
    this.settings = settings;
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  /** How many increments may be on the heap. */
  GlobalMergeOperatorFactory withCapacity(int increments) {
    capacity = increments;
    return this;
  }

  /** Wraps the store, in tests: to see the requests, to repeat them, or to fail at one of them. */
  GlobalMergeOperatorFactory withStoreWrapper(UnaryOperator<MergeStore> wrapper) {
    storeWrapper = wrapper;
    return this;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    GlobalMergeOperator operator =
        new GlobalMergeOperator(settings, getMailboxExecutor(), processingTimeService);
    operator.setCapacity(capacity);
    if (storeWrapper != null) {
      operator.setStoreWrapper(storeWrapper);
    }
    operator.setup(
        parameters.getContainingTask(), parameters.getStreamConfig(), parameters.getOutput());
    return (T) operator;
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return GlobalMergeOperator.class;
  }
}
