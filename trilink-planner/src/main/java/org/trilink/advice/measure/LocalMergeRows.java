/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.trilink.advice.measure.Disorder.Maxima;

/**
 * How many rows a local merge would send in place of the records, predicted by merging them:
 * without the rows that it sends early, before a checkpoint or when its memory is full.
 */
public final class LocalMergeRows {

  private final long records;
  private final long rows;
  private final long[] rowsByKey;
  private final double rowsPerRecord;

  private LocalMergeRows(long records, long rows, long[] rowsByKey, double rowsPerRecord) {
    this.records = records;
    this.rows = rows;
    this.rowsByKey = rowsByKey;
    this.rowsPerRecord = rowsPerRecord;
  }

  /**
   * Merges in slots of event time, which are sent when the watermark has passed their end.
   *
   * @param slot its length, in ms
   * @param offset where one starts, in ms since the epoch
   * @param zone in which windows are aligned
   * @param delay of the watermark, in ms
   * @param ofKeys whether each key has a watermark of its own
   * @param readers the number of subtasks that read; partition p is read by subtask p modulo that
   */
  public static LocalMergeRows inSlots(
      SampledRecords records,
      long slot,
      long offset,
      ZoneId zone,
      long delay,
      boolean ofKeys,
      int readers) {
    Deadline slotEnds = Deadline.ofWindows(slot, slot, offset, zone);
    Merge merge = new Merge(records, readers);
    Maxima partitions = new Maxima(records.partitionCount());
    records
        .withTimes()
        .forEach(
            (partition, key, time, arrival) -> {
              long ofReader = partitions.least(partition % readers, readers);
              merge.at(partition, key).add(slotEnds.of(time), time, delay, ofKeys, ofReader);
              partitions.advance(partition, time);
            });
    return merge.result();
  }

  /**
   * Merges what arrives within a period, counted from a row's first record.
   *
   * @param period in ms
   * @param readers the number of subtasks that read; partition p is read by subtask p modulo that
   */
  public static LocalMergeRows inPeriods(SampledRecords records, long period, int readers) {
    Merge merge = new Merge(records, readers);
    records.forEach(
        (partition, key, time, arrival) -> merge.at(partition, key).add(arrival, period));
    return merge.result();
  }

  public long records() {
    return records;
  }

  /** How many rows are sent. */
  public long rows() {
    return rows;
  }

  /**
   * Rows for each record: 1 if nothing is merged. The first and the last slot of each key are left
   * out where there are others, as the sample has only a part of them.
   */
  public double rowsPerRecord() {
    return rowsPerRecord;
  }

  /** How many rows are sent of each key. */
  public long[] rowsByKey() {
    return rowsByKey.clone();
  }

  private static final class Merge {

    private final SampledRecords records;
    private final int readers;
    private final Map<Long, KeyRows> rows = new HashMap<>();
    private long merged;

    Merge(SampledRecords records, int readers) {
      this.records = records;
      this.readers = readers;
    }

    KeyRows at(int partition, int key) {
      merged++;
      long number = (long) (partition % readers) * records.keyCount() + key;
      return rows.computeIfAbsent(number, unused -> new KeyRows(key));
    }

    LocalMergeRows result() {
      long[] byKey = new long[records.keyCount()];
      Sums all = new Sums();
      Sums whole = new Sums();
      for (KeyRows each : rows.values()) {
        byKey[each.key] += each.sums.rows;
        all.add(each.sums);
        each.wholeSlots().forEach(whole::add);
      }
      Sums representative = whole.records > 0 ? whole : all;
      return new LocalMergeRows(
          merged,
          all.rows,
          byKey,
          merged == 0 ? 1 : (double) representative.rows / representative.records);
    }
  }

  private static final class Sums {

    private long records;
    private long rows;

    void add(Sums other) {
      records += other.records;
      rows += other.rows;
    }

    void add(boolean isRow) {
      records++;
      rows += isRow ? 1 : 0;
    }
  }

  /** A subtask's records of one key: the slots that it holds, and the rows that it sends. */
  private static final class KeyRows {

    private final int key;
    private final Sums sums = new Sums();

    /** By the end of the slot. */
    private final TreeMap<Long, Sums> bySlot = new TreeMap<>();

    /**
     * The ends of the slots that are held, each with whether the subtask's watermark sends it: not
     * if it was opened behind that.
     */
    private final Map<Long, Boolean> held = new HashMap<>();

    /** Known only while records of the key are held. */
    private long greatest = SampledRecords.NO_TIME;

    private long periodEnd = Long.MIN_VALUE;

    KeyRows(int key) {
      this.key = key;
    }

    void add(long slotEnd, long time, long delay, boolean ofKey, long greatestOfReader) {
      send(end -> held.get(end) && isPassed(end, greatestOfReader, delay));
      if (ofKey && isPassed(slotEnd, greatest, delay)) {
        send(end -> true); // what is held is sent before the late record, which is sent by itself
        count(slotEnd, true);
        return;
      }
      boolean isBehind = isPassed(slotEnd, greatestOfReader, delay);
      if (!ofKey && isBehind) {
        count(slotEnd, true);
        return;
      }
      count(slotEnd, held.putIfAbsent(slotEnd, !isBehind) == null);
      greatest = Math.max(greatest, time);
      if (ofKey) {
        send(end -> isPassed(end, greatest, delay));
      }
    }

    private static boolean isPassed(long end, long greatest, long delay) {
      return greatest != SampledRecords.NO_TIME && end <= greatest - delay;
    }

    private void send(Predicate<Long> which) {
      held.keySet().removeIf(which);
      if (held.isEmpty()) {
        greatest = SampledRecords.NO_TIME;
      }
    }

    void add(long arrival, long period) {
      boolean isFirst = sums.rows == 0 || arrival >= periodEnd;
      if (isFirst) {
        periodEnd = arrival + period;
      }
      count(periodEnd, isFirst);
    }

    private void count(long slotEnd, boolean isRow) {
      sums.add(isRow);
      bySlot.computeIfAbsent(slotEnd, unused -> new Sums()).add(isRow);
    }

    /** The sums of the key's slots but the first and the last, of which the sample has a part. */
    Collection<Sums> wholeSlots() {
      return bySlot.subMap(bySlot.firstKey(), false, bySlot.lastKey(), false).values();
    }
  }
}
