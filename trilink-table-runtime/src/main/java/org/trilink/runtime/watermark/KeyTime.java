package org.trilink.runtime.watermark;

/** A key's own event time, and when the key must be looked after. All in ms. */
final class KeyTime extends EventTime {

  static final long NO_TIMER = Long.MAX_VALUE;
  static final long NO_RING = Long.MIN_VALUE;
  static final long NEVER = Long.MIN_VALUE;

  /** No timer of the key is due before it; {@link #NO_TIMER} also for one that never is. */
  long earliestTimer = NO_TIMER;

  /** Time of the key's one timer in Flink's service. */
  long ring = NO_RING;

  /** Processing time of the key's latest record, if silent keys are looked for. */
  long lastSeen = NEVER;

  /** Processing time at which it is found out whether the key fell silent. */
  long idleCheck = NEVER;

  KeyTime() {}

  KeyTime(int inputs) {
    super(inputs);
  }
}
