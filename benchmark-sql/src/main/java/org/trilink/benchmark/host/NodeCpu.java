/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.trilink.launcher.local.CommandFailure;

/**
 * The CPU time of one host.
 *
 * @param group its folder
 */
record NodeCpu(CgroupVersion version, Path group) {

  /** Short, so that a host that has used up its share pauses briefly. */
  private static final long PERIOD_MICROS = 50_000;

  /** The least quota that the kernel allows, in µs. */
  private static final long LEAST_MICROS = 1_000;

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
    switch (version) {
      case V1 -> {
        set("cpu.cfs_period_us", String.valueOf(PERIOD_MICROS));
        set("cpu.cfs_quota_us", String.valueOf(micros));
      }
      case V2 -> set("cpu.max", micros + " " + PERIOD_MICROS);
    }
  }

  void unlimited() {
    switch (version) {
      case V1 -> set("cpu.cfs_quota_us", "-1");
      case V2 -> set("cpu.max", "max");
    }
  }

  private void set(String file, String value) {
    try {
      write(group.resolve(file), value);
    } catch (IOException e) {
      throw new CommandFailure("cannot set the CPU quota of " + group + ": " + e.getMessage(), e);
    }
  }

  /** Creates no file: the kernel has them. */
  static void write(Path file, String value) throws IOException {
    Files.writeString(file, value, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }
}
