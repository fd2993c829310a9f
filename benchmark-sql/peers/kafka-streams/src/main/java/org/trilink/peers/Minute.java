/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.peers;

import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The aggregates over the readings of a sensor and minute.
 *
 * @param start epoch milliseconds
 */
record Minute(long start, long readings, long low, double min, double sum) {

  static final long MILLIS = 60_000;

  static final Serde<Minute> SERDE =
      Serdes.serdeFrom((topic, minute) -> write(minute), (topic, bytes) -> read(bytes));

  private static final int BYTES = 3 * Long.BYTES + 2 * Double.BYTES;
  private static final double LOW_BELOW_VOLTS = 198.0;

  /** The minute of a time, without readings. */
  static Minute of(long ts) {
    return new Minute(ts - ts % MILLIS, 0, 0, Double.POSITIVE_INFINITY, 0);
  }

  /** Returns these aggregates under another start. */
  Minute at(long otherStart) {
    return new Minute(otherStart, readings, low, min, sum);
  }

  Minute with(double volts) {
    return new Minute(
        start,
        readings + 1,
        volts < LOW_BELOW_VOLTS ? low + 1 : low,
        Math.min(min, volts),
        sum + volts);
  }

  /** Whether at least half of the readings are low. */
  boolean isAlert() {
    return low * 2 >= readings;
  }

  /** The row of the result. */
  String row(long sensor) {
    return "{\"sensor_id\":"
        + sensor
        + ",\"window_start\":"
        + start
        + ",\"window_end\":"
        + (start + MILLIS)
        + ",\"readings\":"
        + readings
        + ",\"low_readings\":"
        + low
        + ",\"min_voltage\":"
        + min
        + ",\"avg_voltage\":"
        + sum / readings
        + "}";
  }

  private static byte[] write(Minute minute) {
    return minute == null
        ? null
        : ByteBuffer.allocate(BYTES)
            .putLong(minute.start)
            .putLong(minute.readings)
            .putLong(minute.low)
            .putDouble(minute.min)
            .putDouble(minute.sum)
            .array();
  }

  private static Minute read(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    ByteBuffer from = ByteBuffer.wrap(bytes);
    return new Minute(
        from.getLong(), from.getLong(), from.getLong(), from.getDouble(), from.getDouble());
  }
}
