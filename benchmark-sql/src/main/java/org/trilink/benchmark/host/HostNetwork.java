/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.util.List;
import java.util.stream.IntStream;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.HostAddress;
import org.trilink.launcher.local.SystemCommand;

/**
 * The hosts' network. Each host is a network namespace with one address and two links:
 *
 * <ul>
 *   <li>{@code data} to a switch that has all hosts on it, itself in a namespace; limited at both
 *       ends, and so in both directions
 *   <li>{@code service} to a bridge of the machine on whose address the services listen; not
 *       limited, as if there were a broker on each host
 * </ul>
 */
final class HostNetwork {

  /** For benchmarks by RFC 2544, so that it is nobody's: 198.18.0.0 to 198.19.255.255. */
  private static final int NETWORKS = 512;

  private static final int FIRST_HOST = 11;
  private static final String ROUTE_EXISTS = "File exists";

  /** At least two of the 64 KB that a sender hands to a link at once. */
  private static final long LEAST_BURST_BYTES = 128 * 1024;

  private static final int BURSTS_PER_SECOND = 250;

  private final HostNames names;
  private final int nodes;
  private String prefix;

  HostNetwork(HostNames names, int nodes) {
    this.names = names;
    this.nodes = nodes;
  }

  /** Where the services are. */
  HostAddress services() {
    return new HostAddress(prefix + 1);
  }

  /**
   * @param number of the host, from 1
   */
  HostAddress address(int number) {
    return new HostAddress(prefix + (FIRST_HOST + number - 1));
  }

  /** Starts a process on a host. */
  List<String> commandPrefix(int number) {
    return List.of("ip", "netns", "exec", names.node(number));
  }

  void build() {
    String bridge = names.bridge();
    ip("link add %s type bridge".formatted(bridge));
    ip("link set %s up".formatted(bridge));
    prefix = reserveNetwork(bridge);
    ip("address add %s/32 dev %s".formatted(services().host(), bridge));
    ip("netns add %s".formatted(names.switchNamespace()));
    ip("-n %s link add switch type bridge".formatted(names.switchNamespace()));
    ip("-n %s link set switch up".formatted(names.switchNamespace()));
    numbers().forEach(this::buildHost);
  }

  /**
   * Takes a network that no other benchmark has. The system has one route to a network, so whoever
   * adds it has the network.
   *
   * @return the first three numbers of its addresses, with their dots
   */
  private static String reserveNetwork(String bridge) {
    long first = ProcessHandle.current().pid();
    for (int i = 0; i < NETWORKS; i++) {
      long network = (first + i) % NETWORKS;
      String candidate = "198.%d.%d.".formatted(18 + network / 256, network % 256);
      SystemCommand added =
          SystemCommand.run("ip route add %s0/24 dev %s".formatted(candidate, bridge));
      if (!added.output().contains(ROUTE_EXISTS)) {
        added.orFail();
        return candidate;
      }
    }
    throw new CommandFailure(
        "all networks of 198.18.0.0/15 are taken; 'ip route' shows by what, end some of it");
  }

  private void buildHost(int number) {
    String host = names.node(number);
    String address = address(number).host();
    ip("netns add %s".formatted(host));
    ip("-n %s link set lo up".formatted(host));
    ip(
        "link add data netns %s type veth peer name node%d netns %s"
            .formatted(host, number, names.switchNamespace()));
    ip("-n %s link set node%d master switch up".formatted(names.switchNamespace(), number));
    ip("-n %s address add %s/24 dev data".formatted(host, address));
    ip("-n %s link set data up".formatted(host));
    ip("link add %s type veth peer name service netns %s".formatted(host, host));
    ip("link set %s master %s up".formatted(host, names.bridge()));
    ip("-n %s link set service up".formatted(host));
    ip("-n %s route add %s/32 dev service src %s".formatted(host, services().host(), address));
  }

  /** Takes down the far ends of a host's links: its own ends, and so its routes, stay. */
  void cutOff(int number) {
    setFarEnds(number, "down");
  }

  void connect(int number) {
    setFarEnds(number, "up");
  }

  private void setFarEnds(int number, String state) {
    ip("-n %s link set node%d %s".formatted(names.switchNamespace(), number, state));
    ip("link set %s %s".formatted(names.node(number), state));
  }

  void limit(LinkRate rate) {
    numbers()
        .forEach(
            number -> {
              limit(names.node(number), "data", rate);
              limit(names.switchNamespace(), "node" + number, rate);
            });
  }

  /** Limits what leaves by a device. */
  private static void limit(String namespace, String device, LinkRate rate) {
    String discipline = "-n %s qdisc %s dev %s root".formatted(namespace, "%s", device);
    if (rate.limited()) {
      tc(discipline.formatted("replace") + " " + tokenBucket(rate));
    } else if (SystemCommand.run("tc -n %s qdisc show dev %s".formatted(namespace, device))
        .orFail()
        .output()
        .contains("tbf")) {
      tc(discipline.formatted("delete"));
    }
  }

  /** As {@code tc} wants it. */
  static String tokenBucket(LinkRate rate) {
    long burst = Math.max(LEAST_BURST_BYTES, rate.bitsPerSecond() / 8 / BURSTS_PER_SECOND);
    return "tbf rate %dbit burst %db latency 100ms".formatted(rate.bitsPerSecond(), burst);
  }

  private IntStream numbers() {
    return IntStream.rangeClosed(1, nodes);
  }

  private static void ip(String arguments) {
    SystemCommand.run("ip " + arguments).orFail();
  }

  private static void tc(String arguments) {
    SystemCommand.run("tc " + arguments).orFail();
  }
}
