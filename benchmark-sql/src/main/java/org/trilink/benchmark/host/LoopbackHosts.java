/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import org.trilink.examples.local.ClusterHosts;

/** What stands in for hosts where they cannot be made: this machine itself, without limits. */
final class LoopbackHosts implements Hosts {

  private final int nodes;

  LoopbackHosts(int nodes) {
    this.nodes = nodes;
  }

  @Override
  public ClusterHosts cluster() {
    return ClusterHosts.loopback(nodes);
  }

  @Override
  public void limitLinks(LinkRate rate) {}

  @Override
  public void limitCpu(double cores) {}

  @Override
  public void unlimitedCpu() {}

  @Override
  public void close() {}
}
