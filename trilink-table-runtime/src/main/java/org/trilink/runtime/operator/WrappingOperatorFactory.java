/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceAware;

/** Creates an operator with another factory, to which all of Flink's calls are forwarded. */
public abstract class WrappingOperatorFactory<OUT> extends AbstractStreamOperatorFactory<OUT> {

  private static final long serialVersionUID = 1L;

  protected final StreamOperatorFactory<OUT> stock;

  protected WrappingOperatorFactory(StreamOperatorFactory<OUT> stock) {
    this.stock = stock;
    this.chainingStrategy = stock.getChainingStrategy();
  }

  @Override
  public void setProcessingTimeService(ProcessingTimeService processingTimeService) {
    super.setProcessingTimeService(processingTimeService);
    if (stock instanceof ProcessingTimeServiceAware) {
      ((ProcessingTimeServiceAware) stock).setProcessingTimeService(processingTimeService);
    }
  }

  @Override
  public void setChainingStrategy(ChainingStrategy strategy) {
    super.setChainingStrategy(strategy);
    stock.setChainingStrategy(strategy);
  }

  @Override
  public boolean isOutputTypeConfigurable() {
    return stock.isOutputTypeConfigurable();
  }

  @Override
  public void setOutputType(TypeInformation<OUT> type, ExecutionConfig executionConfig) {
    stock.setOutputType(type, executionConfig);
  }

  @Override
  public boolean isInputTypeConfigurable() {
    return stock.isInputTypeConfigurable();
  }

  @Override
  public void setInputType(TypeInformation<?> type, ExecutionConfig executionConfig) {
    stock.setInputType(type, executionConfig);
  }

  /** The class of the operator inside; overridden where another one is around it. */
  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return stock.getStreamOperatorClass(classLoader);
  }
}
