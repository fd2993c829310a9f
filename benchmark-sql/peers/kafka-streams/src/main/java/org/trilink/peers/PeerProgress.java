/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.peers;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;

/**
 * Counts the readings of this process, and times the last part of them. The one stream thread
 * counts; others wait.
 */
final class PeerProgress {

  private final CountDownLatch allRead = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile long expected = Long.MAX_VALUE;
  private volatile long untimed = Long.MAX_VALUE;
  private long endsLeft;
  private long count;
  private long startMs;
  private long startCpuNanos;
  private volatile String timed;

  /**
   * To be called before the first reading.
   *
   * @param readings that this process will get
   * @param untimedPart how many of them come before the clock starts
   * @param partitions that it has: each of them tells its end
   */
  void expect(long readings, long untimedPart, int partitions) {
    endsLeft = partitions;
    untimed = untimedPart;
    expected = readings;
  }

  /** A reading has come. */
  void read(long sensor) {
    if (sensor == PeerTopics.NO_SENSOR) {
      if (--endsLeft == 0) {
        ended.countDown();
      }
      return;
    }
    count++;
    if (count == untimed) {
      startMs = System.currentTimeMillis();
      startCpuNanos = cpuNanos();
    }
    if (count == expected) {
      timed = startMs + " " + System.currentTimeMillis() + " " + (cpuNanos() - startCpuNanos);
      allRead.countDown();
    }
  }

  /** The CPU time of this process so far, in ns. */
  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Waits for the last reading; returns when the timed part began and ended, and its CPU time. */
  String awaitAllRead() throws InterruptedException {
    allRead.await();
    return timed;
  }

  /** Waits until all partitions have told their ends. */
  void awaitEnded() throws InterruptedException {
    ended.await();
  }

  /** Ends all waiting. */
  void fail() {
    timed = "";
    allRead.countDown();
    ended.countDown();
  }
}
