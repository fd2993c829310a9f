/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultCheck;
import org.trilink.examples.workload.Verdict;

/** Puts each ride's events together, whatever their order. */
final class LongRideOracle implements Oracle {

  private final Map<Long, Ride> rides = new HashMap<>();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<RideEvent> parsed = RideEvent.parse(line).filter(RideEvent::isComplete);
    if (parsed.isEmpty()) {
      unreadable++;
      return;
    }
    RideEvent event = parsed.get();
    rides.computeIfAbsent(event.rideId(), unused -> new Ride()).add(event.isStart(), event.ts());
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<Long, AlertRow> check =
        new ResultCheck<>("alert", AlertRow::parse, new ExpectedAlerts(rides))
            .accept(rows.apply(LongRideQuery.ALERTS));
    return new Verdict(List.of(check.finish()), Optional.empty(), check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    ExpectedAlerts alerts = new ExpectedAlerts(rides);
    return alerts.keys().sorted().map(ride -> alerts.find(ride).orElseThrow().toJson()).iterator();
  }

  /** The rides without an END in time. */
  private record ExpectedAlerts(Map<Long, Ride> rides) implements ExpectedRows<Long, AlertRow> {

    @Override
    public Stream<Long> keys() {
      return rides.entrySet().stream()
          .filter(ride -> ride.getValue().startWithoutEnd().isPresent())
          .map(Map.Entry::getKey);
    }

    @Override
    public Optional<AlertRow> find(Long rideId) {
      return Optional.ofNullable(rides.get(rideId))
          .map(Ride::startWithoutEnd)
          .filter(start -> start.isPresent())
          .map(start -> new AlertRow(rideId, start.getAsLong()));
    }
  }
}
