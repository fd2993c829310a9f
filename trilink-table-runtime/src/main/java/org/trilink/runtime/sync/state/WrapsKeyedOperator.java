/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync.state;

import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.StreamOperator;

/**
 * An operator that runs another one, whose time services it replaces: that one has the keyed state.
 *
 * @param <K> keys as the state backend has them
 */
public interface WrapsKeyedOperator<K> extends HandsOverKeys<K> {

  /** The operator that has the state. */
  StreamOperator<?> wrapped();

  /** Flink's own time services of the operator; there from the initialization of its state on. */
  InternalTimeServiceManager<K> flinksTimeServices();
}
