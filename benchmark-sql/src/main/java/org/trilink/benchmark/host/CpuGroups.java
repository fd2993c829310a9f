/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.launcher.local.CommandFailure;

/**
 * Where this machine's CPU groups are.
 *
 * @param parent the group that new ones are made in
 */
record CpuGroups(CgroupVersion version, Path parent) {

  /** The file that tells what the kernel has mounted, as seen by this process. */
  static final Path MOUNTS = Path.of("/proc/mounts");

  private static final String CPU = "cpu";

  /**
   * Finds a place where CPU groups can be made.
   *
   * @param mounts a file in the format of {@link #MOUNTS}
   * @return empty if there is none, or this user may not write there
   */
  static Optional<CpuGroups> find(Path mounts) {
    try (Stream<String> lines = Files.lines(mounts)) {
      return lines.map(line -> line.split(" ", -1)).flatMap(CpuGroups::of).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Fields of a mount: device, folder, type, options. */
  private static Stream<CpuGroups> of(String[] mount) {
    Path folder = Path.of(mount[1]);
    if (!Files.isWritable(folder)) {
      return Stream.empty();
    }
    if (mount[2].equals("cgroup") && List.of(mount[3].split(",")).contains(CPU)) {
      return Stream.of(new CpuGroups(CgroupVersion.V1, folder));
    }
    if (mount[2].equals("cgroup2") && canHandOnCpu(folder)) {
      return Stream.of(new CpuGroups(CgroupVersion.V2, folder));
    }
    return Stream.empty();
  }

  /** Under version 2 a group must say that those in it have quotas. */
  private static boolean canHandOnCpu(Path parent) {
    Path handedOn = parent.resolve("cgroup.subtree_control");
    try {
      if (!words(parent.resolve("cgroup.controllers")).contains(CPU)) {
        return false;
      }
      if (!words(handedOn).contains(CPU)) {
        NodeCpu.write(handedOn, "+" + CPU);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> words(Path file) throws IOException {
    return List.of(Files.readString(file).strip().split(" "));
  }

  /** Makes a group without a limit. */
  NodeCpu create(String name) {
    Path group = parent.resolve(name);
    try {
      Files.createDirectory(group);
    } catch (IOException e) {
      throw new CommandFailure("cannot make the CPU group " + group, e);
    }
    return new NodeCpu(version, group);
  }
}
