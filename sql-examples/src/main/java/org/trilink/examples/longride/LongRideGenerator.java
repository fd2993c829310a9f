/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.trilink.examples.generator.ArrivalQueue;
import org.trilink.examples.generator.ReportSchedule;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * Ride events in the order of their arrival: {@code {"ride_id": 17, "taxi_id": 2013000017,
 * "driver_id": 2013000001, "is_start": true, "ts": 1577880000000}}. A taxi's events are in
 * event-time order, but for a START now and then that arrives right behind its END; all of a taxi
 * are late by the same time. A busier taxi drives for longer. About 120 bytes of memory a taxi.
 */
final class LongRideGenerator implements Iterator<byte[]> {

  private static final long START_MS = 1_577_880_000_000L;
  private static final long SHIFT_MS = 12 * 60 * 60 * 1_000;
  private static final long FIRST_ID = 2_013_000_000L;

  private final ReportSchedule schedule;
  private final TaxiRides rides;
  private final ArrivalQueue queue;
  private final long[] left;
  private final byte[] events;

  LongRideGenerator(GeneratorOptions options) {
    SplittableRandom random = new SplittableRandom(options.seed());
    int taxis = options.keys();
    // Only how many events each taxi has, and how late it is; when they are is up to the rides.
    schedule = new ReportSchedule(options, 1, random.split());
    rides = new TaxiRides(taxis, random.split());
    queue = new ArrivalQueue(taxis);
    left = new long[taxis];
    events = new byte[taxis];
    for (int taxi = 0; taxi < taxis; taxi++) {
      left[taxi] = schedule.count(taxi);
      if (left[taxi] > 0) {
        rides.begin(taxi, left[taxi] > 1);
        queue.add(taxi, arrivalMs(taxi));
      }
    }
  }

  @Override
  public boolean hasNext() {
    return !queue.isEmpty();
  }

  @Override
  public byte[] next() {
    if (queue.isEmpty()) {
      throw new NoSuchElementException("All rows are generated");
    }
    int taxi = queue.head();
    byte[] line = line(taxi, events[taxi]);
    goOn(taxi);
    return line;
  }

  private void goOn(int taxi) {
    if (--left[taxi] == 0) {
      queue.removeHead();
      return;
    }
    if (++events[taxi] == rides.events(taxi)) {
      rides.begin(taxi, left[taxi] > 1);
      events[taxi] = 0;
    }
    queue.advanceHead(arrivalMs(taxi));
  }

  private long arrivalMs(int taxi) {
    return rides.sentMs(taxi, events[taxi]) + schedule.lagMs(taxi);
  }

  /** Two drivers take turns in a taxi. */
  private byte[] line(int taxi, int event) {
    long sinceStartMs = rides.timeMs(taxi, event);
    long driver = 2L * taxi + 1 + sinceStartMs / SHIFT_MS % 2;
    return ("{\"ride_id\": "
            + rides.rideId(taxi)
            + ", \"taxi_id\": "
            + (FIRST_ID + taxi + 1)
            + ", \"driver_id\": "
            + (FIRST_ID + driver)
            + ", \"is_start\": "
            + rides.isStart(taxi, event)
            + ", \"ts\": "
            + (START_MS + sinceStartMs)
            + "}")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
