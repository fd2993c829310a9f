/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.trilink.runtime.operator.WrappingOperatorFactory;

/**
 * Creates a keyed operator, of Flink or Trilink, with a metric of how many keys it has seen. Its
 * keys must be selected by {@link CountedKeySelector}s.
 */
public final class KeyCountingOperatorFactory<OUT> extends WrappingOperatorFactory<OUT> {

  private static final long serialVersionUID = 1L;

  /** Wraps the factory of the operator. */
  public KeyCountingOperatorFactory(StreamOperatorFactory<OUT> stock) {
    super(stock);
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // as Flink declares it
  public <T extends StreamOperator<OUT>> T createStreamOperator(
      StreamOperatorParameters<OUT> parameters) {
    StreamConfig config = parameters.getStreamConfig();
    MetricGroup metrics =
        parameters
            .getContainingTask()
            .getEnvironment()
            .getMetricGroup()
            .getOrAddOperator(config.getOperatorID(), config.getOperatorName());
    return new KeysSeen().whileMaking(() -> stock.createStreamOperator(parameters), metrics);
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return stock.getStreamOperatorClass(classLoader);
  }
}
