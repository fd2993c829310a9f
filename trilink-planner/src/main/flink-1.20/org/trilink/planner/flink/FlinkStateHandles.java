/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;

/** Handles of state, whose methods have other names in some versions of Flink. */
public final class FlinkStateHandles {

  private FlinkStateHandles() {}

  /** Returns the file that says what the state of RocksDB is made of. */
  public static StreamStateHandle description(IncrementalRemoteKeyedStateHandle state) {
    return state.getMetaDataStateHandle();
  }
}
