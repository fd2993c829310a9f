/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.StreamOperator;

/**
 * An operator that wraps another one, which has the keyed state, and replaces its timer services.
 *
 * @param <K> keys as the state backend has them
 */
public interface WrapsKeyedOperator<K> extends HandsOverKeys<K> {

  /** The operator that has the state. */
  StreamOperator<?> wrapped();

  /**
   * Flink's own timer services of the operator; available from the initialization of its state on.
   */
  InternalTimeServiceManager<K> flinksTimeServices();
}
