/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The two interfaces that Linux has for the CPU time of a group of processes. */
enum CgroupVersion {
  V1 {
    @Override
    void limit(Path group, long micros, long periodMicros) throws IOException {
      write(group.resolve("cpu.cfs_period_us"), String.valueOf(periodMicros));
      write(group.resolve("cpu.cfs_quota_us"), String.valueOf(micros));
    }

    @Override
    void unlimited(Path group) throws IOException {
      write(group.resolve("cpu.cfs_quota_us"), "-1");
    }
  },
  V2 {
    @Override
    void limit(Path group, long micros, long periodMicros) throws IOException {
      write(group.resolve("cpu.max"), micros + " " + periodMicros);
    }

    @Override
    void unlimited(Path group) throws IOException {
      write(group.resolve("cpu.max"), "max");
    }
  };

  /** Lets a group's processes work for so many microseconds of each period, all together. */
  abstract void limit(Path group, long micros, long periodMicros) throws IOException;

  abstract void unlimited(Path group) throws IOException;

  static void write(Path file, String value) throws IOException {
    // creates no file: the kernel has them
    Files.writeString(file, value, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }
}
