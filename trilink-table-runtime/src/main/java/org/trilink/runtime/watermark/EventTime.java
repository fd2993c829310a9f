/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

/**
 * How far event time has come where records come by one input or two: as far as on the slower of
 * them. All in ms.
 */
final class EventTime {

  /** The second of one input: it never holds the first up. */
  static final long NO_SECOND_INPUT = Long.MAX_VALUE;

  private EventTime() {}

  /** Where the second of so many inputs, 1 or 2, begins. */
  static long startOfSecond(int inputs) {
    return inputs == 1 ? NO_SECOND_INPUT : Long.MIN_VALUE;
  }

  /** The watermark: no more records at or before it are expected. */
  static long watermark(long first, long second) {
    return Math.min(first, second);
  }

  /** What the faster input says. Once a bound has passed it, nothing here says more than that. */
  static long latest(long first, long second) {
    return second == NO_SECOND_INPUT ? first : Math.max(first, second);
  }
}
