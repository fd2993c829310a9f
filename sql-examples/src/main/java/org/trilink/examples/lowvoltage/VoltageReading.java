/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Optional;
import org.trilink.examples.workload.EventTimeRange;
import org.trilink.examples.workload.FlinkJson;

/**
 * One input line as the scripts' table shows it.
 *
 * @param sensorId null if the line has no readable one
 * @param voltage in volts; null if the line has no readable one
 * @param ts epoch milliseconds; null if the line has no readable one
 */
record VoltageReading(Long sensorId, Double voltage, Long ts) {

  /** The reading; empty for a line that Flink makes no row of. */
  static Optional<VoltageReading> parse(byte[] line) {
    VoltageReading asGenerated = GeneratedLineScanner.scan(line);
    return asGenerated != null ? Optional.of(asGenerated) : parseJson(line);
  }

  /**
   * Parses any line as JSON, without the short cut for lines in the generator's form; empty for a
   * line that Flink makes no row of.
   */
  static Optional<VoltageReading> parseJson(byte[] line) {
    return FlinkJson.parse(line)
        .map(
            object ->
                new VoltageReading(
                    FlinkJson.bigint(object, "sensor_id"),
                    FlinkJson.doubleOf(object, "voltage"),
                    FlinkJson.bigint(object, "ts")));
  }

  /** Whether {@link #ts()} is one that Flink can take. */
  boolean hasEventTime() {
    return EventTimeRange.isValid(ts);
  }
}
