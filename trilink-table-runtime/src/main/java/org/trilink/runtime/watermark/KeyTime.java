package org.trilink.runtime.watermark;

/** What a key's event time is, and when it must be looked after. All in ms. */
final class KeyTime {

  static final long NO_TIMER = Long.MAX_VALUE;
  static final long NO_RING = Long.MIN_VALUE;

  /** Max event time of the key's records less the delay. */
  long watermark = Long.MIN_VALUE;

  /** No timer of the key is due before it; {@link #NO_TIMER} also for one that never is. */
  long earliestTimer = NO_TIMER;

  /** Time of the key's one timer in Flink's service. */
  long ring = NO_RING;
}
