/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.trilink.examples.workload.EventTimeRange;
import org.trilink.examples.workload.FlinkJson;

/**
 * One input line as the script's table shows it.
 *
 * @param sensorId null if the line has none
 * @param settlementMm in millimetres; null if the line has no readable one
 * @param ts epoch milliseconds; null if the line has no readable one
 */
record SettlementReading(String sensorId, Double settlementMm, Long ts) {

  private static final double MAX_MM = 1_000_000;

  /** The reading; empty for a line that Flink makes no row of. */
  static Optional<SettlementReading> parse(byte[] line) {
    return FlinkJson.parse(line).map(SettlementReading::of);
  }

  private static SettlementReading of(JsonNode object) {
    return new SettlementReading(
        FlinkJson.string(object, "sensor_id"),
        FlinkJson.doubleOf(object, "settlement_mm"),
        FlinkJson.bigint(object, "ts"));
  }

  /** Whether the script counts it: it has an event time, and a settlement of up to a kilometre. */
  boolean isCounted() {
    return EventTimeRange.isValid(ts) && settlementMm != null && Math.abs(settlementMm) <= MAX_MM;
  }
}
