/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.trilink.runtime.flink.WrappedOneInput;

/**
 * An operator of one input around another one, to which latency markers and the end of the input
 * are delegated.
 */
public interface DelegatingOneInput extends WrappedOneInput, BoundedOneInput {

  @Override
  default void processLatencyMarker(LatencyMarker marker) throws Exception {
    stock().processLatencyMarker(marker);
  }

  @Override
  default void endInput() throws Exception {
    if (stock() instanceof BoundedOneInput) {
      ((BoundedOneInput) stock()).endInput();
    }
  }
}
