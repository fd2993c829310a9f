/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.concurrent.TimeUnit;

/**
 * How long to wait before a job's progress is looked at again. Each look lets the cluster collect
 * all its metrics, which takes CPU time from the job. So they are rare in the middle of a run, and
 * frequent at its begin and near its end, the time of which is measured.
 */
final class LookInterval {

  private static final long MIN_MILLIS = 100;
  private static final long MAX_MILLIS = 1_000;

  /** A look is due when this part of the time since the begin, or until the end, has passed. */
  private static final int PARTS = 4;

  private final long startNanos = System.nanoTime();
  private final long end;

  /** For a run that begins now, and ends when so much is done. */
  LookInterval(long end) {
    this.end = end;
  }

  /** In ms, when so much is done now. */
  long millis(long done) {
    return millis(done, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
  }

  /** In ms, when so much is done so many ms after the begin. */
  long millis(long done, long passedMillis) {
    long leftMillis = done <= 0 ? passedMillis : passedMillis * (end - done) / done;
    return Math.max(MIN_MILLIS, Math.min(MAX_MILLIS, Math.min(passedMillis, leftMillis) / PARTS));
  }
}
