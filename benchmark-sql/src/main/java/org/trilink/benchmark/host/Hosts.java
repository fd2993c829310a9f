/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import org.trilink.launcher.local.ClusterHosts;
import org.trilink.launcher.local.CommandFailure;

/**
 * The hosts of a cluster's TaskManagers. Closing them ends what still runs there. They have no
 * limits, and cannot be cut off, where that is not said.
 */
@FunctionalInterface
public interface Hosts extends AutoCloseable {

  /**
   * Makes hosts with links and CPU time of their own; where this machine has not what that takes,
   * all TaskManagers get the loopback address.
   *
   * @param nodes how many
   */
  static Hosts open(int nodes) {
    return HostSupport.missing().isPresent() ? onLoopback(nodes) : NamespaceHosts.open(nodes);
  }

  /** A stand-in for hosts where they cannot be made: this machine itself, without limits. */
  static Hosts onLoopback(int nodes) {
    return () -> ClusterHosts.loopback(nodes);
  }

  /** Where a cluster's processes are to run. */
  ClusterHosts cluster();

  /** Limits each host's link to the other hosts, in each direction; not that to the services. */
  default void limitLinks(LinkRate rate) {}

  /**
   * Cuts a host off from all others and from the services; what is sent meanwhile is lost, and
   * connections stay open as long as their ends think so.
   *
   * @param number of the host, from 1
   * @throws CommandFailure where hosts cannot be made
   */
  default void cutOff(int number) {
    throw new CommandFailure("no host can be cut off: " + HostSupport.description());
  }

  /** Connects a host again. */
  default void connect(int number) {}

  /**
   * Limits each host's CPU time from now on. A JVM that is to start under a small share takes
   * minutes for it, so let the cluster start, and warm up, before.
   *
   * @param cores by which each host's processes may at most be working, on average; may be a
   *     fraction
   */
  default void limitCpu(double cores) {}

  /** Lets each host have all CPU time that it can get. */
  default void unlimitedCpu() {}

  @Override
  default void close() {}
}
