package org.trilink.benchmark.host;

import org.trilink.examples.local.ClusterHosts;

/** What stands in for hosts where they cannot be made: this machine itself, without limits. */
final class LoopbackHosts implements Hosts {

  private final int nodes;
  private final String missing;

  /**
   * @param missing why there are no hosts
   */
  LoopbackHosts(int nodes, String missing) {
    this.nodes = nodes;
    this.missing = missing;
  }

  @Override
  public ClusterHosts cluster() {
    return ClusterHosts.loopback(nodes);
  }

  @Override
  public String description() {
    return "loopback: " + missing;
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
