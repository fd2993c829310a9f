/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.nio.charset.StandardCharsets;

/** The aggregates of low-voltage over the readings of a sensor in a minute. */
public final class SensorMinute {

  private static final long MINUTE_MS = 60_000;
  private static final double LOW_BELOW_VOLTS = 198.0;

  private long start;
  private long readings;
  private long low;
  private double min;
  private double sum;

  /** A minute without readings, which begins at an epoch millisecond. */
  public static SensorMinute from(long start) {
    SensorMinute minute = new SensorMinute();
    minute.begin(start);
    return minute;
  }

  /** When the minute of a time begins; both in epoch milliseconds. */
  static long startOf(long ts) {
    return ts - ts % MINUTE_MS;
  }

  /** Goes on with another minute, without readings. */
  void begin(long minuteStart) {
    start = minuteStart;
    readings = 0;
    low = 0;
    min = Double.POSITIVE_INFINITY;
    sum = 0;
  }

  /** Epoch milliseconds. */
  long start() {
    return start;
  }

  /** Adds a reading. */
  public void add(double volts) {
    readings++;
    if (volts < LOW_BELOW_VOLTS) {
      low++;
    }
    min = Math.min(min, volts);
    sum += volts;
  }

  boolean isEmpty() {
    return readings == 0;
  }

  /** Whether at least half of the readings are low. */
  public boolean isAlert() {
    return low * 2 >= readings;
  }

  /** The row of the result, as JSON. */
  public byte[] row(long sensor) {
    return ("{\"sensor_id\":"
            + sensor
            + ",\"window_start\":"
            + start
            + ",\"window_end\":"
            + (start + MINUTE_MS)
            + ",\"readings\":"
            + readings
            + ",\"low_readings\":"
            + low
            + ",\"min_voltage\":"
            + min
            + ",\"avg_voltage\":"
            + sum / readings
            + "}")
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
