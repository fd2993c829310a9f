/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.Oracle;

/**
 * Puts each ride's events together, whatever their order; expects the rides without an END in time.
 */
final class LongRideOracle extends Oracle<RideEvent> {

  private final Map<Long, Ride> rides = new HashMap<>();

  @Override
  protected Optional<RideEvent> parse(byte[] line) {
    return RideEvent.parse(line).filter(RideEvent::isComplete);
  }

  @Override
  protected void add(RideEvent event) {
    rides.computeIfAbsent(event.rideId(), unused -> new Ride()).add(event.isStart(), event.ts());
  }

  @Override
  protected List<Expected<?, ?>> expected() {
    return List.of(
        new Expected<>(
            LongRide.ALERTS,
            "alert",
            LongRideAlert::parse,
            ExpectedRows.of(
                rides,
                (rideId, ride) ->
                    ride.startWithoutEnd().stream()
                        .mapToObj(start -> new LongRideAlert(rideId, start))
                        .findFirst())));
  }
}
