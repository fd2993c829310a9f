/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.trilink.launcher.local.SystemCommand;

/** Whether this machine has what hosts within it take. */
public final class HostSupport {

  private static final int ROOT = 0;

  private HostSupport() {}

  /** Describes in one line what a cluster's hosts are, for a benchmark's settings. */
  public static String description() {
    return missing().map(reason -> "loopback: " + reason).orElse("network namespaces");
  }

  /** Describes in one line what this machine lacks, and the remedy; empty if nothing is missing. */
  public static Optional<String> missing() {
    return Found.MISSING;
  }

  /** Looked for once, when somebody asks, as that takes some commands. */
  private static final class Found {
    static final Optional<String> MISSING = find();
  }

  private static Optional<String> find() {
    Stream<Supplier<Optional<String>>> checks =
        Stream.of(
            HostSupport::missingRoot,
            () -> missingProgram("ip"),
            () -> missingProgram("tc"),
            HostSupport::missingGroups,
            HostSupport::missingRight);
    return checks.map(Supplier::get).flatMap(Optional::stream).findFirst();
  }

  private static Optional<String> missingRoot() {
    try {
      Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      return user.equals(ROOT)
          ? Optional.empty()
          : Optional.of("hosts need root: run the benchmark as root, with sudo for example");
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of("hosts need Linux: its network namespaces and control groups");
    }
  }

  private static Optional<String> missingProgram(String name) {
    return SystemCommand.run(name + " -V").succeeded()
        ? Optional.empty()
        : Optional.of("hosts need the program '" + name + "': install iproute2");
  }

  private static Optional<String> missingGroups() {
    return CpuGroups.find(CpuGroups.MOUNTS).isPresent()
        ? Optional.empty()
        : Optional.of(
            "hosts need a control group file system with CPU quotas that can be written: in a"
                + " container, start it with --privileged");
  }

  /** Root has not everywhere the right to make networks; so tries it. */
  private static Optional<String> missingRight() {
    String namespace = HostNames.next().cluster();
    SystemCommand made = SystemCommand.run("ip netns add " + namespace);
    if (!made.succeeded()) {
      return Optional.of(
          "hosts need the right to make network namespaces: in a container, start it with"
              + " --privileged ("
              + made.output()
              + ")");
    }
    try {
      SystemCommand limited =
          SystemCommand.run(
              "tc -n %s qdisc add dev lo root %s"
                  .formatted(namespace, HostNetwork.tokenBucket(LinkRate.parse("1mbit"))));
      return limited.succeeded()
          ? Optional.empty()
          : Optional.of(
              "hosts need the kernel's module sch_tbf, which limits links: load it with modprobe ("
                  + limited.output()
                  + ")");
    } finally {
      SystemCommand.run("ip netns delete " + namespace);
    }
  }
}
