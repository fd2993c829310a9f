/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;

/**
 * A key's own event time, its timers, and when the key must be visited again. All times are in ms.
 * {@link #nextFireTime} may be earlier than the key's earliest timer, as timers can be deleted.
 */
final class KeyTime extends KeyProgress {

  /** Stands for the time of a key's earliest timer if there is none. */
  static final long NO_TIMER = NOTHING_DUE;

  /** Max event time of the first input's records less the delay. */
  long first = Long.MIN_VALUE;

  /**
   * Max event time of the second input's records less the delay, or {@link
   * EventTime#NO_SECOND_INPUT}.
   */
  long second = EventTime.NO_SECOND_INPUT;

  /**
   * The earliest timers in the operator's first timer service. As most keys have no others, a
   * record accesses one state entry.
   */
  @Nullable TimerRun<?> timers;

  /** Whether the key is visited when the floor advances; not part of snapshots. */
  boolean waits;

  KeyTime() {}

  /**
   * @param inputs 1 or 2
   */
  KeyTime(int inputs) {
    second = EventTime.startOfSecond(inputs);
  }

  @Override
  public long watermark() {
    return EventTime.watermark(first, second);
  }

  @Override
  public long latest() {
    return EventTime.latest(first, second);
  }

  /**
   * Advances the event time of an input; it never moves back.
   *
   * @param input 1 or 2
   * @param watermark in ms
   * @return whether it has advanced
   */
  boolean advance(int input, long watermark) {
    if (watermark <= (input == 1 ? first : second)) {
      return false;
    }
    if (input == 1) {
      first = watermark;
    } else {
      second = watermark;
    }
    return true;
  }

  @Override
  public void moveTo(WatermarkGroup<?> group) {
    group.advance(1, first);
    if (second != EventTime.NO_SECOND_INPUT) {
      group.advance(2, second);
    }
    first = Long.MIN_VALUE;
    second = EventTime.NO_SECOND_INPUT;
  }
}
