/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * A timed pass of one process, or of several.
 *
 * @param startMs epoch milliseconds
 * @param endMs epoch milliseconds
 * @param cpuNanos CPU time
 */
public record Timed(long startMs, long endMs, long cpuNanos) {

  /** As {@link #toString} writes it. */
  public static Timed parse(String text) {
    String[] numbers = text.strip().split(" ", 3);
    return new Timed(
        Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return startMs + " " + endMs + " " + cpuNanos;
  }

  /** The CPU time of this process so far, in ns. */
  public static long cpuNanosNow() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Both: from the first start to the last end. */
  public Timed and(Timed other) {
    return new Timed(
        Math.min(startMs, other.startMs), Math.max(endMs, other.endMs), cpuNanos + other.cpuNanos);
  }

  /** From start to end. */
  public double seconds() {
    return (endMs - startMs) / 1e3;
  }

  /** CPU time. */
  public double cpuSeconds() {
    return cpuNanos / 1e9;
  }
}
