/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.trilink.launcher.local.ClusterHosts;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.TaskManagerHost;

/** Hosts that are a network namespace and a CPU group each. */
final class NamespaceHosts implements Hosts {

  private final HostNames names;
  private final HostNetwork network;
  private final List<NodeCpu> cpus = new ArrayList<>();
  private final HostWatcher watcher;

  private NamespaceHosts(HostNames names, int nodes, CpuGroups groups) {
    this.names = names;
    this.network = new HostNetwork(names, nodes);
    this.watcher = HostWatcher.start(names.cluster(), groups.parent());
    try {
      network.build();
      IntStream.rangeClosed(1, nodes).forEach(node -> cpus.add(groups.create(names.node(node))));
    } catch (CommandFailure e) {
      watcher.close();
      throw e;
    }
  }

  /** Makes hosts where {@link HostSupport} has found nothing missing. */
  static NamespaceHosts open(int nodes) {
    CpuGroups groups = CpuGroups.find(CpuGroups.MOUNTS).orElseThrow();
    HostLeftovers.remove(groups.parent());
    return new NamespaceHosts(HostNames.next(), nodes, groups);
  }

  HostNames names() {
    return names;
  }

  @Override
  public ClusterHosts cluster() {
    return new ClusterHosts(
        network.services(),
        IntStream.rangeClosed(1, cpus.size()).mapToObj(this::taskManagerHost).toList());
  }

  /** The group comes first: a namespace has no group's folder in it. */
  private TaskManagerHost taskManagerHost(int number) {
    return new TaskManagerHost(
        network.address(number),
        Stream.concat(
                cpus.get(number - 1).commandPrefix().stream(),
                network.commandPrefix(number).stream())
            .toList());
  }

  @Override
  public void limitLinks(LinkRate rate) {
    network.limit(rate);
  }

  @Override
  public void cutOff(int number) {
    network.cutOff(number);
  }

  @Override
  public void connect(int number) {
    network.connect(number);
  }

  @Override
  public void limitCpu(double cores) {
    cpus.forEach(cpu -> cpu.limit(cores));
  }

  @Override
  public void unlimitedCpu() {
    cpus.forEach(NodeCpu::unlimited);
  }

  @Override
  public void close() {
    watcher.close();
  }
}
