/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.launcher.local.SystemCommand;

/** Removes what is left of hosts whose watcher was killed, too, and nothing else. */
final class HostLeftovers {

  private HostLeftovers() {}

  /**
   * Removes the leftovers.
   *
   * @param groups the folder in which the CPU groups are
   */
  static void remove(Path groups) {
    Stream.of(
            SystemCommand.run("ip netns list").output().lines().map(line -> line.split(" ", 2)[0]),
            names(Path.of("/sys/class/net")),
            names(groups))
        .flatMap(names -> names)
        .filter(HostLeftovers::isLeftover)
        .map(HostLeftovers::cluster)
        .distinct()
        .forEach(cluster -> HostWatcher.start(cluster, groups).close());
  }

  private static Stream<String> names(Path folder) {
    return Optional.ofNullable(folder.toFile().listFiles()).stream()
        .flatMap(Arrays::stream)
        .map(File::getName);
  }

  private static boolean isLeftover(String name) {
    return HostNames.pidIn(name).stream().anyMatch(pid -> ProcessHandle.of(pid).isEmpty());
  }

  /** The cluster in the name of a part: {@code tl12-1} in {@code tl12-1-switch}. */
  private static String cluster(String name) {
    String[] parts = name.split("-", -1);
    return parts[0] + "-" + parts[1];
  }
}
