/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.trilink.runtime.watermark.KeyTimeMetrics;

/**
 * The resources that this JVM holds at a time.
 *
 * @param heapBytes after a garbage collection
 * @param stateFilesBytes of the state backend's own files
 * @param checkpointBytes of the last checkpoint: keys, windows and timers
 * @param keys that the operator has state of
 * @param threads that live
 * @param fileHandles that are open
 */
record Usage(
    long heapBytes,
    long stateFilesBytes,
    long checkpointBytes,
    long keys,
    long threads,
    long fileHandles) {

  static final String MARK = "usage:";

  static Usage now(Path stateFiles) {
    System.gc();
    return new Usage(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        bytes(stateFiles),
        UsageMetrics.sum(UsageMetrics.CHECKPOINT_SIZE),
        UsageMetrics.sum(KeyTimeMetrics.ACTIVE_KEYS),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
            .getOpenFileDescriptorCount());
  }

  /** Files come and go meanwhile. */
  private static long bytes(Path folder) {
    if (!Files.exists(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.mapToLong(Usage::size).sum();
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        return bytes(folder);
      }
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException gone) {
      return 0;
    }
  }

  /** As {@link #toString} prints it. */
  static Usage parse(String line) {
    String[] words = line.split(" ", -1);
    return new Usage(
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]),
        Long.parseLong(words[5]),
        Long.parseLong(words[6]));
  }

  @Override
  public String toString() {
    return "%s %d %d %d %d %d %d"
        .formatted(MARK, heapBytes, stateFilesBytes, checkpointBytes, keys, threads, fileHandles);
  }
}
