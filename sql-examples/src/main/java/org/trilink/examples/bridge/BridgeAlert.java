/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.examples.workload.JsonRows;
import org.trilink.examples.workload.KeyAndStart;
import org.trilink.examples.workload.ResultRow;

/** One row that the script writes, and its JSON form. */
record BridgeAlert(
    @JsonProperty(value = "sensor_id", required = true) String sensorId,
    @JsonProperty(value = "window_start", required = true) long windowStart,
    @JsonProperty(value = "window_end", required = true) long windowEnd,
    @JsonProperty(value = "readings", required = true) long readings,
    @JsonProperty(value = "avg_mm", required = true) double avgMm,
    @JsonProperty(value = "range_mm", required = true) double rangeMm,
    @JsonProperty(value = "level", required = true) String level)
    implements ResultRow<KeyAndStart<String>, BridgeAlert> {

  static BridgeAlert of(KeyAndStart<String> window, Settlement settlement, Level level) {
    return new BridgeAlert(
        window.key(),
        window.start(),
        window.start() + SlidingWindows.SIZE_MS,
        settlement.readings(),
        settlement.avgMm(),
        settlement.rangeMm(),
        level.text());
  }

  /** The row in a JSON line; empty if it is not one. */
  static Optional<BridgeAlert> parse(byte[] line) {
    return JsonRows.parse(line, BridgeAlert.class);
  }

  @Override
  public KeyAndStart<String> key() {
    return new KeyAndStart<>(sensorId, windowStart);
  }

  /**
   * Equal but for the rounding of the average's additions, and for the level if just that rounding
   * decides on it.
   *
   * @param expected the oracle's row
   */
  @Override
  public boolean matches(BridgeAlert expected) {
    return Objects.equals(sensorId, expected.sensorId)
        && windowStart == expected.windowStart
        && windowEnd == expected.windowEnd
        && readings == expected.readings
        && isClose(avgMm, expected.avgMm)
        && rangeMm == expected.rangeMm
        && expected.mayHave(level);
  }

  /** An average around zero is as exact as the readings that it is made of, not as its own size. */
  private static boolean isClose(double a, double b) {
    double size = Math.max(1, Math.max(Math.abs(a), Math.abs(b)));
    return Math.abs(a - b) <= Level.ROUNDING * size;
  }

  private boolean mayHave(String otherLevel) {
    return Stream.of(Level.atLeast(avgMm, rangeMm), Level.atMost(avgMm, rangeMm))
        .flatMap(Optional::stream)
        .anyMatch(each -> each.text().equals(otherLevel));
  }
}
