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
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.trilink.benchmark.result.Metric;
import org.trilink.runtime.watermark.KeyTimeMetrics;

/**
 * The resources that this JVM holds at a time.
 *
 * @param held the heap after a garbage collection, the state backend's own files, the last
 *     checkpoint, keys that the operator has state of, live threads and open file handles
 */
public record Usage(Map<Metric, Long> held) {

  static Usage now(Path stateFiles) {
    System.gc();
    Map<Metric, Long> held = new EnumMap<>(Metric.class);
    held.put(Metric.HEAP_BYTES, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    held.put(Metric.STATE_FILES_BYTES, bytes(stateFiles));
    held.put(Metric.CHECKPOINT_BYTES, UsageMetrics.sum(UsageMetrics.CHECKPOINT_SIZE));
    held.put(Metric.KEYS_IN_STATE, UsageMetrics.sum(KeyTimeMetrics.ACTIVE_KEYS));
    held.put(Metric.THREADS, (long) ManagementFactory.getThreadMXBean().getThreadCount());
    held.put(
        Metric.FILE_HANDLES,
        ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
            .getOpenFileDescriptorCount());
    return new Usage(held);
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
}
