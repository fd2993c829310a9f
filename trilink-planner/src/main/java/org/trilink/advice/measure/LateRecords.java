/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.stream.IntStream;
import org.trilink.advice.measure.Disorder.Maxima;
import org.trilink.planner.metadata.EventTimeOrigin;

/**
 * The records that are dropped because the watermark has passed them: predicted by advancing the
 * watermark record by record. In Flink 1.14.6 a partition holds it back until it has had a record;
 * records from before that are counted only if the job has read none before the sample, so that it
 * has no watermark there.
 */
public final class LateRecords {

  /** No maximum skew. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  private final long counted;
  private final long late;
  private final long losslessDelay;

  private LateRecords(long counted, long late, long losslessDelay) {
    this.counted = counted;
    this.late = late;
    this.losslessDelay = losslessDelay;
  }

  /**
   * With Flink's watermark: the least of all partitions' greatest event times, minus the delay.
   *
   * @param delay of the watermark, in ms
   */
  public static LateRecords bySubtask(SampledRecords records, Deadline deadline, long delay) {
    Counter counter = new Counter(records, deadline, delay);
    records
        .withTimes()
        .forEach(
            (partition, key, time, arrival) ->
                counter.add(partition, time, counter.partitions.least()));
    return counter.result();
  }

  /**
   * With a watermark for each key.
   *
   * @param delay of the watermark, in ms
   * @param maxSkew how far a key may trail Flink's watermark, in ms; or {@link #UNBOUNDED}
   */
  public static LateRecords byKey(
      SampledRecords records, Deadline deadline, long delay, long maxSkew) {
    return byGroup(records, deadline, delay, maxSkew, keys(records));
  }

  private static int[] keys(SampledRecords records) {
    return IntStream.range(0, records.keyCount()).toArray();
  }

  /**
   * With a watermark for each key, and Flink's as the floor: a record is late only if it is behind
   * both.
   *
   * @param delay of both, in ms
   */
  public static LateRecords byKeyWithFloor(SampledRecords records, Deadline deadline, long delay) {
    return byGroupWithFloor(records, deadline, delay, delay, keys(records));
  }

  /**
   * Predicts the late records with a watermark for each group of keys, and Flink's as the floor: a
   * record is late only if it is behind both.
   *
   * @param delay of the groups' watermarks, in ms
   * @param delayOfFloor that of Flink's watermark, in ms
   * @param groups of the keys, each counted from 0
   */
  public static LateRecords byGroupWithFloor(
      SampledRecords records, Deadline deadline, long delay, long delayOfFloor, int[] groups) {
    Counter counter = new Counter(records, deadline, withTie(delay));
    Maxima ofGroups = new Maxima(records.keyCount());
    records
        .withTimes()
        .forEach(
            (partition, key, time, arrival) -> {
              long floor = counter.partitions.least();
              boolean isBehindFloor =
                  floor != SampledRecords.NO_TIME && floor - deadline.of(time) >= delayOfFloor;
              counter.add(
                  partition,
                  time,
                  isBehindFloor ? ofGroups.of(groups[key]) : SampledRecords.NO_TIME);
              ofGroups.advance(groups[key], time);
            });
    return counter.result();
  }

  private static long withTie(long delay) {
    return Math.max(delay, EventTimeOrigin.TIE.toMillis());
  }

  /**
   * With a watermark for each group of keys.
   *
   * @param groups of the keys, each counted from 0
   */
  public static LateRecords byGroup(
      SampledRecords records, Deadline deadline, long delay, long maxSkew, int[] groups) {
    Counter counter = new Counter(records, deadline, withTie(delay));
    Maxima ofGroups = new Maxima(records.keyCount());
    records
        .withTimes()
        .forEach(
            (partition, key, time, arrival) -> {
              long own = ofGroups.of(groups[key]);
              long least = counter.partitions.least();
              boolean trails =
                  maxSkew != UNBOUNDED
                      && least != SampledRecords.NO_TIME
                      && (own == SampledRecords.NO_TIME || own < least - maxSkew);
              counter.add(partition, time, trails ? least - maxSkew : own);
              ofGroups.advance(groups[key], time);
            });
    return counter.result();
  }

  /** How many records could be judged. */
  public long counted() {
    return counted;
  }

  /** How many of them are late. */
  public long late() {
    return late;
  }

  /** The part of them that is late, 0 to 1. */
  public double share() {
    return counted == 0 ? 0 : (double) late / counted;
  }

  /** The least delay, in ms, with which no record would be late; 0 if none is without. */
  public long losslessDelay() {
    return losslessDelay;
  }

  private static final class Counter {

    private final boolean isFirstRead;
    private final Deadline deadline;
    private final long delay;
    private final Maxima partitions;
    private long counted;
    private long late;
    private long losslessDelay;

    Counter(SampledRecords records, Deadline deadline, long delay) {
      isFirstRead = records.isFirstRead();
      this.deadline = deadline;
      this.delay = delay;
      partitions = new Maxima(records.partitionCount());
    }

    /**
     * Judges a record, which then advances its partition.
     *
     * @param greatest what the watermark follows by the delay; {@code NO_TIME} for no watermark
     */
    void add(int partition, long time, long greatest) {
      if (isFirstRead || partitions.least() != SampledRecords.NO_TIME) {
        counted++;
        if (greatest != SampledRecords.NO_TIME) {
          long behind = greatest - deadline.of(time);
          late += behind >= delay ? 1 : 0;
          losslessDelay = Math.max(losslessDelay, behind + 1);
        }
      }
      partitions.advance(partition, time);
    }

    LateRecords result() {
      return new LateRecords(counted, late, losslessDelay);
    }
  }
}
