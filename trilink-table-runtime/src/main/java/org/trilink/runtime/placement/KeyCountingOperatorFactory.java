/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.trilink.runtime.flink.OperatorParameters;
import org.trilink.runtime.operator.WrappingOperatorFactory;

/**
 * Creates a keyed operator, of Flink or Trilink, with a metric of how many keys it has seen. Its
 * keys must have well-distributed hash codes.
 */
public final class KeyCountingOperatorFactory<OUT> extends WrappingOperatorFactory<OUT> {

  private static final long serialVersionUID = 1L;

  /** Number of distinct keys since the subtask was started. */
  private static final String NUM_KEYS_SEEN = "numKeysSeen";

  /** Wraps the factory of the operator. */
  public KeyCountingOperatorFactory(StreamOperatorFactory<OUT> stock) {
    super(stock);
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // as Flink declares it
  public <T extends StreamOperator<OUT>> T createStreamOperator(
      StreamOperatorParameters<OUT> parameters) {
    StreamConfig config = parameters.getStreamConfig();
    KeysSeen seen = new KeysSeen();
    parameters
        .getContainingTask()
        .getEnvironment()
        .getMetricGroup()
        .getOrAddOperator(config.getOperatorID(), config.getOperatorName())
        .<Long, Gauge<Long>>gauge(NUM_KEYS_SEEN, seen::estimate);
    return stock.createStreamOperator(
        OperatorParameters.with(
            new CountingConfig(config, seen), parameters.getOutput(), parameters));
  }

  /** An operator's configuration, whose key selectors count what they select. */
  private static final class CountingConfig extends StreamConfig {

    private static final long serialVersionUID = 1L;

    private final transient KeysSeen seen; // a configuration is not serialized on a TaskManager

    CountingConfig(StreamConfig config, KeysSeen seen) {
      super(config.getConfiguration());
      this.seen = seen;
    }

    @Override
    @Nullable
    @SuppressWarnings("unchecked") // Flink declares keys as Serializable, which rows are not
    public KeySelector<?, Serializable> getStatePartitioner(int input, ClassLoader classLoader) {
      KeySelector<Object, Object> keys =
          (KeySelector<Object, Object>)
              (KeySelector<?, ?>) super.getStatePartitioner(input, classLoader);
      if (keys == null) {
        return null;
      }
      KeySelector<Object, Object> counted =
          row -> {
            Object key = keys.getKey(row);
            seen.add(key.hashCode());
            return key;
          };
      return (KeySelector<?, Serializable>) (KeySelector<?, ?>) counted;
    }
  }
}
