/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;

/** A key's own event time, and when the key must be looked after. All in ms. */
final class KeyTime extends EventTime {

  static final long NO_TIMER = Long.MAX_VALUE;
  static final long NO_RING = Long.MIN_VALUE;

  /** No timer of the key is due before it; {@link #NO_TIMER} also for one that never is. */
  long earliestTimer = NO_TIMER;

  /** Time of the key's one timer in Flink's service. */
  long ring = NO_RING;

  /** Null unless silent keys are looked for. */
  @Nullable KeyActivity activity;

  KeyTime() {}

  KeyTime(int inputs) {
    super(inputs);
  }
}
