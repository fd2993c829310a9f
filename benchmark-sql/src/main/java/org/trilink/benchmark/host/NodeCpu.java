/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.trilink.launcher.local.CommandFailure;

/** The CPU time of one host. */
final class NodeCpu {

  /** Short, so that a host that has used up its share pauses briefly. */
  private static final long PERIOD_MICROS = 50_000;

  /** The least quota that the kernel allows, in µs. */
  private static final long LEAST_MICROS = 1_000;

  private final CgroupVersion version;
  private final Path group;

  /**
   * @param group its folder
   */
  NodeCpu(CgroupVersion version, Path group) {
    this.version = version;
    this.group = group;
  }

  /** Starts a process as part of this group, from its first instruction. */
  List<String> commandPrefix() {
    return List.of(
        "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", group.resolve("cgroup.procs").toString());
  }

  /**
   * @param cores see {@link Hosts#limitCpu}
   */
  void limit(double cores) {
    long micros = Math.max(LEAST_MICROS, Math.round(cores * PERIOD_MICROS));
    change(() -> version.limit(group, micros, PERIOD_MICROS));
  }

  void unlimited() {
    change(() -> version.unlimited(group));
  }

  private void change(Change change) {
    try {
      change.make();
    } catch (IOException e) {
      throw new CommandFailure("cannot set the CPU quota of " + group + ": " + e.getMessage(), e);
    }
  }

  private interface Change {
    void make() throws IOException;
  }
}
