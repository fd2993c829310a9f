/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.trilink.runtime.flink.WrappedTwoInputs;

/**
 * An operator of two inputs around another one, to which latency markers and the ends of the inputs
 * are delegated.
 */
public interface DelegatingTwoInputs extends WrappedTwoInputs, BoundedMultiInput {

  @Override
  default void processLatencyMarker1(LatencyMarker marker) throws Exception {
    stock().processLatencyMarker1(marker);
  }

  @Override
  default void processLatencyMarker2(LatencyMarker marker) throws Exception {
    stock().processLatencyMarker2(marker);
  }

  @Override
  default void endInput(int input) throws Exception {
    if (stock() instanceof BoundedMultiInput) {
      ((BoundedMultiInput) stock()).endInput(input);
    }
  }
}
