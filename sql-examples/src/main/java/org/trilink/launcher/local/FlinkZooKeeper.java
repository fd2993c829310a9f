/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer;

/**
 * A ZooKeeper server's process, for a JobManager that is highly available: the one that comes with
 * Flink. The broker has another one, in its own process, that is lost with it.
 */
final class FlinkZooKeeper {

  /** The process's name. */
  static final String NAME = "zookeeper";

  private static final int TICK_MILLIS = 1_000;

  private FlinkZooKeeper() {}

  /** Starts a server without waiting for it, as its clients do; returns its {@code host:port}. */
  static String start(LocalServices services) {
    WorkFolder folder = services.folder();
    HostAddress address = services.address();
    int port = address.freePort();
    var configuration =
        folder.write(
            folder.conf().resolve("zoo.cfg"),
            """
            tickTime=%d
            dataDir=%s
            clientPort=%d
            clientPortAddress=%s
            admin.enableServer=false
            """
                .formatted(TICK_MILLIS, folder.zooKeeper(), port, address.host()));
    services.start(
        new JavaCommand(NAME, FlinkZooKeeperQuorumPeer.class.getName())
            .jvm("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .arguments("--zkConfigFile", configuration.toString(), "--peerId", "1"));
    String hostAndPort = address.withPort(port);
    ServerAddress.write(NAME, hostAndPort, folder);
    return hostAndPort;
  }
}
