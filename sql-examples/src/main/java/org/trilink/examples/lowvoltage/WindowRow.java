/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import java.util.Optional;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.KeyAndStart;
import org.trilink.examples.workload.ResultRow;

/** One row that the script writes, and its JSON form. */
record WindowRow(
    @JsonProperty(value = "sensor_id", required = true) Long sensorId,
    @JsonProperty(value = "window_start", required = true) long windowStart,
    @JsonProperty(value = "window_end", required = true) long windowEnd,
    @JsonProperty(value = "readings", required = true) long readings,
    @JsonProperty(value = "low_readings", required = true) long lowReadings,
    @JsonProperty(value = "min_voltage", required = true) Double minVoltage,
    @JsonProperty(value = "avg_voltage", required = true) Double avgVoltage)
    implements ResultRow<KeyAndStart<Long>, WindowRow> {

  private static final double RELATIVE_TOLERANCE = 1e-9;

  static WindowRow of(KeyAndStart<Long> key, VoltageWindow window) {
    return new WindowRow(
        key.key(),
        key.start(),
        key.start() + VoltageWindow.SIZE_MS,
        window.readings(),
        window.lowReadings(),
        window.minVoltage(),
        window.avgVoltage());
  }

  /** The row in a JSON line; empty if it is not one. */
  static Optional<WindowRow> parse(byte[] line) {
    return JsonRows.parse(line, WindowRow.class);
  }

  @Override
  public KeyAndStart<Long> key() {
    return new KeyAndStart<>(sensorId, windowStart);
  }

  /** Equal but for the rounding of the averages' additions. */
  @Override
  public boolean matches(WindowRow other) {
    return Objects.equals(sensorId, other.sensorId)
        && windowStart == other.windowStart
        && windowEnd == other.windowEnd
        && readings == other.readings
        && lowReadings == other.lowReadings
        && close(minVoltage, other.minVoltage)
        && close(avgVoltage, other.avgVoltage);
  }

  private static boolean close(Double a, Double b) {
    if (a == null || b == null || a.equals(b)) {
      return Objects.equals(a, b);
    }
    double larger = Math.max(Math.abs(a), Math.abs(b));
    return !Double.isInfinite(larger) && Math.abs(a - b) <= RELATIVE_TOLERANCE * larger;
  }
}
