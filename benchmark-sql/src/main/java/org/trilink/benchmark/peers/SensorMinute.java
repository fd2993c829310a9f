/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The aggregates over the readings of a sensor and minute; a POJO for Flink's serializer. */
public final class SensorMinute {

  private static final long MINUTE_MS = 60_000;
  private static final double LOW_BELOW_VOLTS = 198.0;

  private long sensor;
  private long start;
  private long readings;
  private long low;
  private double min = Double.POSITIVE_INFINITY;
  private double sum;

  /** For Flink. */
  public SensorMinute() {}

  SensorMinute(long sensor, long start) {
    this.sensor = sensor;
    this.start = start;
  }

  void add(double volts) {
    readings++;
    if (volts < LOW_BELOW_VOLTS) {
      low++;
    }
    min = Math.min(min, volts);
    sum += volts;
  }

  /** Whether at least half of the readings are low. */
  boolean isAlert() {
    return low * 2 >= readings;
  }

  /** The row of the result. */
  byte[] row() {
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
        .getBytes(US_ASCII);
  }

  public long getSensor() {
    return sensor;
  }

  public void setSensor(long sensor) {
    this.sensor = sensor;
  }

  /** Epoch milliseconds. */
  public long getStart() {
    return start;
  }

  public void setStart(long start) {
    this.start = start;
  }

  public long getReadings() {
    return readings;
  }

  public void setReadings(long readings) {
    this.readings = readings;
  }

  public long getLow() {
    return low;
  }

  public void setLow(long low) {
    this.low = low;
  }

  public double getMin() {
    return min;
  }

  public void setMin(double min) {
    this.min = min;
  }

  public double getSum() {
    return sum;
  }

  public void setSum(double sum) {
    this.sum = sum;
  }
}
