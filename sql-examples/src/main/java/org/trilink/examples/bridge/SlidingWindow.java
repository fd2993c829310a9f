/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.util.Comparator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One sensor and the 10 s that begin at a multiple of 2 s.
 *
 * @param sensorId null for readings without one, a group of their own as in SQL
 * @param start epoch milliseconds, inclusive
 */
record SlidingWindow(String sensorId, long start) implements Comparable<SlidingWindow> {

  static final long SIZE_MS = 10_000;
  static final long SLIDE_MS = 2_000;

  private static final Comparator<SlidingWindow> BY_SENSOR_AND_START =
      Comparator.comparing(
              SlidingWindow::sensorId, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingLong(SlidingWindow::start);

  /** Epoch milliseconds, exclusive. */
  long end() {
    return start + SIZE_MS;
  }

  /** The windows that a slice belongs to. */
  static Stream<SlidingWindow> of(Slice slice) {
    return starts(slice.start() - SIZE_MS + SLIDE_MS)
        .mapToObj(start -> new SlidingWindow(slice.sensorId(), start));
  }

  /** The slices that the window consists of, in order. */
  Stream<Slice> slices() {
    return starts(start).mapToObj(each -> new Slice(sensorId, each));
  }

  private static LongStream starts(long first) {
    return LongStream.iterate(first, each -> each + SLIDE_MS).limit(SIZE_MS / SLIDE_MS);
  }

  @Override
  public int compareTo(SlidingWindow other) {
    return BY_SENSOR_AND_START.compare(this, other);
  }

  /**
   * One sensor and 2 s, of which windows are made.
   *
   * @param start epoch milliseconds, inclusive
   */
  record Slice(String sensorId, long start) {

    /** The slice [start, start + 2 s) that an event time, before 1970 or after, falls into. */
    static Slice at(String sensorId, long ts) {
      return new Slice(sensorId, Math.floorDiv(ts, SLIDE_MS) * SLIDE_MS);
    }
  }
}
