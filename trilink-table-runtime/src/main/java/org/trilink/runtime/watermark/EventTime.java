/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

/** The event time of an operator with one or two inputs: the minimum over them. All in ms. */
final class EventTime {

  /** An input's event time when it has ended: it no longer holds back the other one. */
  static final long ENDED = Long.MAX_VALUE;

  /** The second input's event time if there is only one input, as if it had ended. */
  static final long NO_SECOND_INPUT = ENDED;

  private EventTime() {}

  /** The initial event time of the second input, with 1 or 2 inputs. */
  static long startOfSecond(int inputs) {
    return inputs == 1 ? NO_SECOND_INPUT : Long.MIN_VALUE;
  }

  /** The watermark: no more records at or before it are expected. */
  static long watermark(long first, long second) {
    return Math.min(first, second);
  }

  /**
   * The maximum over the inputs that have not ended. Once a bound has passed it, these times add no
   * information to the bound.
   */
  static long latest(long first, long second) {
    if (second == ENDED) {
      return first;
    }
    return first == ENDED ? second : Math.max(first, second);
  }
}
