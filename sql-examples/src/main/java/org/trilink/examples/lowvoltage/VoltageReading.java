package org.trilink.examples.lowvoltage;

/**
 * One input line as the scripts' table shows it.
 *
 * @param sensorId null if the line has no readable one
 * @param voltage in volts; null if the line has no readable one
 * @param ts epoch milliseconds; null if the line has no readable one
 */
record VoltageReading(Long sensorId, Double voltage, Long ts) {

  /** The years 0000 to 9999: outside them TO_TIMESTAMP_LTZ, and so the event time, is null. */
  private static final long MIN_TS = -62_167_219_200_000L;

  private static final long MAX_TS = 253_402_300_799_999L;

  /** Whether {@link #ts()} is one that Flink can take. */
  boolean hasEventTime() {
    return ts != null && ts >= MIN_TS && ts <= MAX_TS;
  }
}
