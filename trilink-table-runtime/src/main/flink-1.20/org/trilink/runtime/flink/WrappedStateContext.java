/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.runtime.state.AsyncKeyedStateBackend;
import org.apache.flink.streaming.api.operators.StreamOperatorStateContext;

/**
 * An operator's state context in front of Flink's. Versions of Flink have other backends in it
 * besides, which are Flink's here, too.
 */
public abstract class WrappedStateContext implements StreamOperatorStateContext {

  protected final StreamOperatorStateContext flinks;

  protected WrappedStateContext(StreamOperatorStateContext flinks) {
    this.flinks = flinks;
  }

  @Override
  public AsyncKeyedStateBackend asyncKeyedStateBackend() {
    return flinks.asyncKeyedStateBackend();
  }
}
