/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.apache.flink.runtime.rpc.pekko.PekkoRpcSystemLoader;

/** Loads the classes of Flink's RPC, whose loader has another name in each version. */
public abstract class RpcLoader implements RpcSystemLoader {

  /** Loads them anew. */
  protected static RpcSystem loadFlinks(Configuration configuration) {
    return new PekkoRpcSystemLoader().loadRpcSystem(configuration);
  }

  /** Flink's own has 0, and the smallest number comes first. */
  @Override
  public final int getLoadPriority() {
    return -1;
  }
}
