/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Optional;
import org.trilink.examples.workload.FlinkJson;

/**
 * Reads an input line as Flink's JSON format does with {@code json.ignore-parse-errors}: a line
 * that is no JSON object makes no row, a field that does not fit its type is null.
 */
final class VoltageReadingParser {

  private VoltageReadingParser() {}

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
}
