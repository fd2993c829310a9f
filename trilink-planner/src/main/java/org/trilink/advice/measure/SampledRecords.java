/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * The records of a sample that reach a keyed operator, in the order in which a job that keeps up
 * with the input reads them: each partition in its own order, and the partitions in the order in
 * which their records arrived. Keys are numbered by their first appearance. Immutable.
 */
public final class SampledRecords {

  /** The event time of a record without one. */
  public static final long NO_TIME = Long.MIN_VALUE;

  private final boolean isFirstRead;
  private final int partitionCount;
  private final int keyCount;
  private final int[] partitions;
  private final int[] keys;
  private final long[] times;
  private final long[] arrivals;

  private SampledRecords(
      boolean isFirstRead,
      int partitionCount,
      int keyCount,
      int[] partitions,
      int[] keys,
      long[] times,
      long[] arrivals) {
    this.isFirstRead = isFirstRead;
    this.partitionCount = partitionCount;
    this.keyCount = keyCount;
    this.partitions = partitions;
    this.keys = keys;
    this.times = times;
    this.arrivals = arrivals;
  }

  /** Does something with each record. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Visits a record.
     *
     * @param partition counted from 0
     * @param key its number
     * @param time its event time in ms, or {@link #NO_TIME}
     * @param arrival when it was written, in ms
     */
    void visit(int partition, int key, long time, long arrival);
  }

  /** Visits all records in their order. */
  public void forEach(Visitor visitor) {
    for (int i = 0; i < keys.length; i++) {
      visitor.visit(partitions[i], keys[i], times[i], arrivals[i]);
    }
  }

  public int size() {
    return keys.length;
  }

  /** How many partitions there are, with those that have no records. */
  public int partitionCount() {
    return partitionCount;
  }

  /** One more than the greatest number of a key. */
  public int keyCount() {
    return keyCount;
  }

  /** How many records each partition has. */
  public int[] recordsByPartition() {
    int[] counts = new int[partitionCount];
    forEach((partition, key, time, arrival) -> counts[partition]++);
    return counts;
  }

  /** How many records each key has. */
  public long[] recordsByKey() {
    long[] counts = new long[keyCount];
    forEach((partition, key, time, arrival) -> counts[key]++);
    return counts;
  }

  /** From the least event time to the greatest, in ms; 0 if no record has one. */
  public long eventTimeSpan() {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (long time : times) {
      if (time != NO_TIME) {
        least = Math.min(least, time);
        greatest = Math.max(greatest, time);
      }
    }
    return greatest < least ? 0 : greatest - least;
  }

  /** Returns these records without those that have no event time. */
  public SampledRecords withTimes() {
    Builder timed = new Builder(partitionCount);
    forEach(
        (partition, key, time, arrival) -> {
          if (time != NO_TIME) {
            timed.addInOrder(partition, key, time, arrival);
          }
        });
    return timed.size == size() ? this : timed.build(false, isFirstRead);
  }

  /**
   * Returns these records in the worst order in which a job may read them that starts with them and
   * catches up: one partition to its end, then the next.
   */
  public SampledRecords partitionByPartition() {
    Builder ordered = new Builder(partitionCount);
    for (int each = 0; each < partitionCount; each++) {
      for (int i = 0; i < keys.length; i++) {
        if (partitions[i] == each) {
          ordered.addInOrder(each, keys[i], times[i], arrivals[i]);
        }
      }
    }
    return ordered.build(false, true);
  }

  /** Whether the job has read no record before these. */
  boolean isFirstRead() {
    return isFirstRead;
  }

  /** Collects records, those of each partition in their order. */
  public static final class Builder {

    private final int partitionCount;
    private int keyCount;
    private int size;
    private int[] partitions = new int[1024];
    private int[] keys = new int[1024];
    private long[] times = new long[1024];
    private long[] arrivals = new long[1024];

    /**
     * Starts with no records.
     *
     * @param partitionCount with those that will get no records
     */
    public Builder(int partitionCount) {
      this.partitionCount = partitionCount;
    }

    /**
     * Adds a record.
     *
     * @param partition counted from 0
     * @param key its number
     * @param time its event time in ms, or {@link #NO_TIME}
     * @param arrival when it was written, in ms
     */
    public Builder add(int partition, int key, long time, long arrival) {
      addInOrder(partition, key, time, arrival);
      return this;
    }

    private void addInOrder(int partition, int key, long time, long arrival) {
      if (size == keys.length) {
        grow();
      }
      partitions[size] = partition;
      keys[size] = key;
      times[size] = time;
      arrivals[size++] = arrival;
      keyCount = Math.max(keyCount, key + 1);
    }

    private void grow() {
      partitions = Arrays.copyOf(partitions, 2 * size);
      keys = Arrays.copyOf(keys, 2 * size);
      times = Arrays.copyOf(times, 2 * size);
      arrivals = Arrays.copyOf(arrivals, 2 * size);
    }

    public int size() {
      return size;
    }

    public SampledRecords build() {
      return build(true, false);
    }

    /** The records as they were added, or merged by their arrival. */
    private SampledRecords build(boolean merged, boolean isFirstRead) {
      int[] order = merged ? order() : IntStream.range(0, size).toArray();
      return new SampledRecords(
          isFirstRead,
          partitionCount,
          keyCount,
          IntStream.of(order).map(i -> partitions[i]).toArray(),
          IntStream.of(order).map(i -> keys[i]).toArray(),
          IntStream.of(order).mapToLong(i -> times[i]).toArray(),
          IntStream.of(order).mapToLong(i -> arrivals[i]).toArray());
    }

    /** A merge of the partitions: always the one whose next record arrived first. */
    private int[] order() {
      PriorityQueue<Unread> next =
          new PriorityQueue<>(
              Comparator.<Unread>comparingLong(unread -> arrivals[unread.record()])
                  .thenComparingDouble(Unread::fraction)
                  .thenComparingInt(unread -> unread.partition));
      List<int[]> unread = recordsOfPartitions();
      for (int partition = 0; partition < partitionCount; partition++) {
        if (unread.get(partition).length > 0) {
          next.add(new Unread(partition, unread.get(partition)));
        }
      }
      int[] ordered = new int[size];
      for (int i = 0; i < size; i++) {
        Unread first = next.remove();
        ordered[i] = first.record();
        first.at++;
        if (first.at < first.records.length) {
          next.add(first);
        }
      }
      return ordered;
    }

    private List<int[]> recordsOfPartitions() {
      int[] counts = new int[partitionCount];
      for (int i = 0; i < size; i++) {
        counts[partitions[i]]++;
      }
      List<int[]> records = new ArrayList<>();
      for (int count : counts) {
        records.add(new int[count]);
      }
      int[] filled = new int[partitionCount];
      for (int i = 0; i < size; i++) {
        records.get(partitions[i])[filled[partitions[i]]++] = i;
      }
      return records;
    }
  }

  /** The records of a partition, and how many of them have been read. */
  private static final class Unread {

    private final int partition;
    private final int[] records;
    private int at;

    Unread(int partition, int[] records) {
      this.partition = partition;
      this.records = records;
    }

    int record() {
      return records[at];
    }

    /** How much of the partition has been read: of records that arrived at once, all get on. */
    double fraction() {
      return (double) at / records.length;
    }
  }
}
