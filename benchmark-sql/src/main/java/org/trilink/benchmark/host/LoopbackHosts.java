/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import org.trilink.launcher.local.ClusterHosts;
import org.trilink.launcher.local.CommandFailure;

/** A stand-in for hosts where they cannot be made: this machine itself, without limits. */
public record LoopbackHosts(int nodes) implements Hosts {

  @Override
  public ClusterHosts cluster() {
    return ClusterHosts.loopback(nodes);
  }

  @Override
  public void limitLinks(LinkRate rate) {}

  @Override
  public void cutOff(int number) {
    throw new CommandFailure("no host can be cut off: " + HostSupport.description());
  }

  @Override
  public void connect(int number) {}

  @Override
  public void limitCpu(double cores) {}

  @Override
  public void unlimitedCpu() {}

  @Override
  public void close() {}
}
