/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.AddressResolution;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.trilink.planner.flink.RpcLoader;

/**
 * Loads the classes of Flink's RPC once for all clusters in the tests' JVM. Flink loads them anew
 * for each cluster, which takes most of the time of a sample, as each sample has a cluster of its
 * own. Found by Flink as a service, because test classes come first in the class path.
 */
public final class SharedRpcSystemLoader extends RpcLoader {

  @GuardedBy("SharedRpcSystemLoader.class")
  @Nullable
  private static RpcSystem loaded;

  @Override
  public RpcSystem loadRpcSystem(Configuration configuration) {
    synchronized (SharedRpcSystemLoader.class) {
      if (loaded == null) {
        loaded = loadFlinks(configuration);
      }
      return new SharedRpcSystem(loaded);
    }
  }

  /** Stays open when a cluster closes it. */
  private static final class SharedRpcSystem implements RpcSystem {

    private final RpcSystem rpc;

    SharedRpcSystem(RpcSystem rpc) {
      this.rpc = rpc;
    }

    @Override
    public RpcServiceBuilder localServiceBuilder(Configuration configuration) {
      return rpc.localServiceBuilder(configuration);
    }

    @Override
    public RpcServiceBuilder remoteServiceBuilder(
        Configuration configuration, @Nullable String externalAddress, String externalPortRange) {
      return rpc.remoteServiceBuilder(configuration, externalAddress, externalPortRange);
    }

    @Override
    public String getRpcUrl(
        String hostname,
        int port,
        String endpointName,
        AddressResolution addressResolution,
        Configuration configuration)
        throws UnknownHostException {
      return rpc.getRpcUrl(hostname, port, endpointName, addressResolution, configuration);
    }

    @Override
    public InetSocketAddress getInetSocketAddressFromRpcUrl(String url) throws Exception {
      return rpc.getInetSocketAddressFromRpcUrl(url);
    }

    @Override
    public long getMaximumMessageSizeInBytes(Configuration configuration) {
      return rpc.getMaximumMessageSizeInBytes(configuration);
    }
  }
}
