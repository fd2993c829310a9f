/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.HashSet;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * How many changes the store of a global merge would see: a subtask sends one increment for each
 * key and window that it has had records of since it last sent some.
 */
public final class StoreChanges {

  private final long records;
  private final long changes;
  private final long span;

  private StoreChanges(long records, long changes, long span) {
    this.records = records;
    this.changes = changes;
    this.span = span;
  }

  /** The windows that a record belongs to. */
  @FunctionalInterface
  public interface Windows {

    /** One for all records. */
    Windows NONE = (time, window) -> window.accept(0);

    /** Hands over each window of a record with this event time. */
    void of(long time, LongConsumer window);
  }

  /** The reader, key, window and period whose records make up one increment. */
  private static final class Increment {

    private final int reader;
    private final int key;
    private final long window;
    private final long period;

    Increment(int reader, int key, long window, long period) {
      this.reader = reader;
      this.key = key;
      this.window = window;
      this.period = period;
    }

    @Override
    public boolean equals(Object other) {
      if (!(other instanceof Increment)) {
        return false;
      }
      Increment that = (Increment) other;
      return reader == that.reader
          && key == that.key
          && window == that.window
          && period == that.period;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * (31 * (31 * window + period) + key) + reader);
    }
  }

  /**
   * Counts them.
   *
   * @param period after which increments are sent, in ms
   * @param windows of a record; records without event time are left out if there are any
   * @param readers the number of subtasks that read; partition p is read by subtask p modulo that
   */
  public static StoreChanges inPeriods(
      SampledRecords records, long period, Windows windows, int readers) {
    Set<Increment> increments = new HashSet<>();
    long[] arrivals = {Long.MAX_VALUE, Long.MIN_VALUE};
    SampledRecords counted = windows == Windows.NONE ? records : records.withTimes();
    counted.forEach(
        (partition, key, time, arrival) -> {
          long sent = Math.floorDiv(arrival, period);
          windows.of(
              time,
              window -> increments.add(new Increment(partition % readers, key, window, sent)));
          arrivals[0] = Math.min(arrivals[0], arrival);
          arrivals[1] = Math.max(arrivals[1], arrival);
        });
    return new StoreChanges(
        counted.size(), increments.size(), counted.size() == 0 ? 0 : arrivals[1] - arrivals[0]);
  }

  /** Changes for each record: 1 if nothing is merged. */
  public double perRecord() {
    return records == 0 ? 1 : (double) changes / records;
  }

  /** From the first to the last record, in ms, as they were written. */
  public long span() {
    return span;
  }

  /** Records a second, as they were written; infinite if all were at once. */
  public double recordsPerSecond() {
    return 1000.0 * records / span;
  }

  /** Changes a second, at the rate at which the records were written. */
  public double perSecond() {
    return recordsPerSecond() * perRecord();
  }
}
