/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.trilink.examples.workload.EventTimeRange;
import org.trilink.examples.workload.FlinkJson;

/**
 * One input line as the script's table shows it.
 *
 * @param rideId null if the line has no readable one
 * @param isStart whether the ride begins or ends; null if the line does not say
 * @param ts epoch milliseconds; null if the line has no readable one
 */
record RideEvent(Long rideId, Boolean isStart, Long ts) {

  /** The event; empty for a line that Flink makes no row of. */
  static Optional<RideEvent> parse(byte[] line) {
    return FlinkJson.parse(line).map(RideEvent::of);
  }

  private static RideEvent of(JsonNode object) {
    return new RideEvent(
        FlinkJson.bigint(object, "ride_id"),
        FlinkJson.bool(object, "is_start"),
        FlinkJson.bigint(object, "ts"));
  }

  /** Whether the script takes it. */
  boolean isComplete() {
    return rideId != null && isStart != null && EventTimeRange.isValid(ts);
  }
}
