/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

/**
 * How far the event time of a key, or of a group of keys, has come: as far as on the slower of its
 * inputs. All in ms.
 */
public class EventTime {

  /** The second of one input: it never holds the first up. */
  static final long NO_SECOND_INPUT = Long.MAX_VALUE;

  /** Max event time of the first input's records less the delay. */
  long first = Long.MIN_VALUE;

  /** The same of the second input, or {@link #NO_SECOND_INPUT}. */
  long second = NO_SECOND_INPUT;

  EventTime() {}

  EventTime(int inputs) {
    second = inputs == 1 ? NO_SECOND_INPUT : Long.MIN_VALUE;
  }

  /** The watermark: no more records at or before it are expected. */
  public final long watermark() {
    return Math.min(first, second);
  }

  /** What the faster input says. Once a bound has passed it, nothing here says more than that. */
  public final long latest() {
    return second == NO_SECOND_INPUT ? first : Math.max(first, second);
  }

  /**
   * Moves the time of an input, if that is forward.
   *
   * @param input 1 or 2
   * @return whether it has moved
   */
  public final boolean advance(int input, long watermark) {
    if (input == 1) {
      if (watermark <= first) {
        return false;
      }
      first = watermark;
    } else {
      if (watermark <= second) {
        return false;
      }
      second = watermark;
    }
    return true;
  }
}
