package org.trilink.examples.workload;

/** Which times Flink can take for event times. */
public final class EventTimes {

  /** The years 0000 to 9999: outside them TO_TIMESTAMP_LTZ, and so the event time, is null. */
  private static final long MIN = -62_167_219_200_000L;

  private static final long MAX = 253_402_300_799_999L;

  private EventTimes() {}

  /**
   * Whether the scripts' event time is not null.
   *
   * @param ts epoch milliseconds; null if there is none
   */
  public static boolean isEventTime(Long ts) {
    return ts != null && ts >= MIN && ts <= MAX;
  }
}
