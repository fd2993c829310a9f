/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.generator;

import java.util.NoSuchElementException;

/**
 * The records of all keys in the order of their arrival: each key's own in event-time order, each
 * as late as its key is.
 */
public final class Arrivals {

  private final ReportSchedule schedule;
  private final long[] arrived;
  private final ArrivalQueue queue;
  private int key;
  private long eventTimeMs;

  /**
   * Creates the arrivals of all records of a schedule.
   *
   * @param keys how many
   */
  public Arrivals(ReportSchedule schedule, int keys) {
    this.schedule = schedule;
    arrived = new long[keys];
    queue = new ArrivalQueue(keys);
    for (int each = 0; each < keys; each++) {
      if (schedule.count(each) > 0) {
        queue.add(each, arrivalMs(each));
      }
    }
  }

  /** Whether there is another record. */
  public boolean hasNext() {
    return !queue.isEmpty();
  }

  /**
   * Advances to the next record.
   *
   * @throws NoSuchElementException when there is none
   */
  public void next() {
    if (queue.isEmpty()) {
      throw new NoSuchElementException("All rows are generated");
    }
    key = queue.head();
    eventTimeMs = schedule.eventTimeMs(key, arrived[key]);
    if (++arrived[key] < schedule.count(key)) {
      queue.advanceHead(arrivalMs(key));
    } else {
      queue.removeHead();
    }
  }

  /** The record's key, from 0. */
  public int key() {
    return key;
  }

  /** The record's event time, in milliseconds since the start. */
  public long eventTimeMs() {
    return eventTimeMs;
  }

  /** When the record arrives, in milliseconds since the start. */
  public long arrivalMs() {
    return eventTimeMs + schedule.lagMs(key);
  }

  private long arrivalMs(int of) {
    return schedule.eventTimeMs(of, arrived[of]) + schedule.lagMs(of);
  }
}
