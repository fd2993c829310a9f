/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.AddressResolution;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;

/**
 * Binds Flink's RPC servers to the process's own address where Flink itself says nothing: its
 * metric query service has no option for it and would listen on all interfaces. Found by Flink as a
 * service, because this program's jar comes first in the class path. Compatible with Java 8, as
 * clusters on an older Java load it, too.
 */
public final class OwnAddressRpcSystemLoader implements RpcSystemLoader {

  @Override
  public RpcSystem loadRpcSystem(Configuration configuration) {
    return new OwnAddressRpcSystem(ofFlink().loadRpcSystem(configuration));
  }

  private static RpcSystemLoader ofFlink() {
    for (RpcSystemLoader loader : ServiceLoader.load(RpcSystemLoader.class)) {
      if (!(loader instanceof OwnAddressRpcSystemLoader)) {
        return loader;
      }
    }
    throw new IllegalStateException("Flink's RPC system is not on the class path.");
  }

  /** For versions of Flink that choose by it: Flink's own has 0, and the smallest comes first. */
  @SuppressWarnings("MissingOverride") // only some versions ask
  public int getLoadPriority() {
    return -1;
  }

  private static final class OwnAddressRpcSystem implements RpcSystem {

    private final RpcSystem rpc;

    OwnAddressRpcSystem(RpcSystem rpc) {
      this.rpc = rpc;
    }

    @Override
    public RpcServiceBuilder localServiceBuilder(Configuration configuration) {
      return rpc.localServiceBuilder(configuration);
    }

    @Override
    public RpcServiceBuilder remoteServiceBuilder(
        Configuration configuration, String externalAddress, String externalPortRange) {
      return rpc.remoteServiceBuilder(configuration, externalAddress, externalPortRange)
          .withBindAddress(externalAddress);
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

    @Override
    public void close() {
      rpc.close();
    }
  }
}
