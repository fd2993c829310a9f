/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.trilink.benchmark.result.Metric;
import org.trilink.launcher.local.WorkFolder;
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
    held.put(Metric.STATE_FILES_BYTES, WorkFolder.bytes(stateFiles));
    held.put(Metric.CHECKPOINT_BYTES, UsageMetrics.sum(UsageMetrics.CHECKPOINT_SIZE));
    held.put(Metric.KEYS_IN_STATE, UsageMetrics.sum(KeyTimeMetrics.ACTIVE_KEYS));
    held.put(Metric.THREADS, (long) ManagementFactory.getThreadMXBean().getThreadCount());
    held.put(
        Metric.FILE_HANDLES,
        ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
            .getOpenFileDescriptorCount());
    return new Usage(held);
  }
}
