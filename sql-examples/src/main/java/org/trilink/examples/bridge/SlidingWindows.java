/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.trilink.examples.workload.KeyAndStart;

/**
 * One sensor's windows of 10 s, which begin at a multiple of 2 s, and the slices of 2 s in them.
 */
final class SlidingWindows {

  static final long SIZE_MS = 10_000;
  static final long SLIDE_MS = 2_000;

  private SlidingWindows() {}

  /** The slice that an event time falls into. */
  static KeyAndStart<String> sliceOf(@Nullable String sensorId, long ts) {
    return KeyAndStart.ofWindow(sensorId, ts, SLIDE_MS);
  }

  /** The windows that a slice belongs to. */
  static Stream<KeyAndStart<String>> windowsOf(KeyAndStart<String> slice) {
    return from(slice.start() - SIZE_MS + SLIDE_MS, slice);
  }

  /** The slices that a window consists of, in order. */
  static Stream<KeyAndStart<String>> slicesOf(KeyAndStart<String> window) {
    return from(window.start(), window);
  }

  private static Stream<KeyAndStart<String>> from(long first, KeyAndStart<String> sensor) {
    return LongStream.iterate(first, each -> each + SLIDE_MS)
        .limit(SIZE_MS / SLIDE_MS)
        .mapToObj(start -> new KeyAndStart<>(sensor.key(), start));
  }
}
