/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** The events of one ride, in whatever order and however often they come. */
final class Ride {

  static final long LIMIT_MS = 2 * 60 * 60 * 1_000;

  private static final long[] NONE = {};

  private long[] starts = NONE;
  private long[] ends = NONE;

  void add(boolean isStart, long ts) {
    if (isStart) {
      starts = with(ts, starts);
    } else {
      ends = with(ts, ends);
    }
  }

  private static long[] with(long ts, long[] times) {
    long[] more = Arrays.copyOf(times, times.length + 1);
    more[times.length] = ts;
    return more;
  }

  /**
   * The time of the START, in epoch milliseconds, if no END is within two hours of it; of several
   * such the first.
   */
  OptionalLong startWithoutEnd() {
    return LongStream.of(starts).filter(start -> !hasEndInTime(start)).min();
  }

  private boolean hasEndInTime(long start) {
    return LongStream.of(ends).anyMatch(end -> end >= start && end - start <= LIMIT_MS);
  }
}
