/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.launcher.local.SystemCommand;

/**
 * The parts that the system has of the hosts of one cluster: namespaces, devices and CPU groups.
 */
final class HostParts {

  private HostParts() {}

  static List<String> of(String cluster) {
    Stream<String> namespaces =
        SystemCommand.run("ip netns list").output().lines().map(line -> line.split(" ", 2)[0]);
    Path groups = CpuGroups.find(CpuGroups.MOUNTS).orElseThrow().parent();
    return Stream.of(namespaces, names(Path.of("/sys/class/net")), names(groups))
        .flatMap(names -> names)
        .filter(name -> name.equals(cluster) || name.startsWith(cluster + "-"))
        .toList();
  }

  private static Stream<String> names(Path folder) {
    return Optional.ofNullable(folder.toFile().listFiles()).stream()
        .flatMap(Arrays::stream)
        .map(File::getName);
  }
}
