/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.advice.measure.SampledRecords;
import org.trilink.runtime.sample.SampleReceiver;

/** Collects the records that an operator would get. Thread-safe. */
public final class OperatorSample implements SampleReceiver {

  private final int limit;

  @GuardedBy("this")
  private final Map<BinaryRowData, Integer> numbers = new HashMap<>();

  @GuardedBy("this")
  private final List<BinaryRowData> keys = new ArrayList<>();

  @GuardedBy("this")
  private final Map<String, Part> parts = new LinkedHashMap<>();

  @GuardedBy("this")
  private Part[] partOfRecord = new Part[1024];

  @GuardedBy("this")
  private int[] keyOfRecord = new int[1024];

  @GuardedBy("this")
  private long[] times = new long[1024];

  @GuardedBy("this")
  private long[] arrivals = new long[1024];

  @GuardedBy("this")
  private int size;

  @GuardedBy("this")
  private long dropped;

  @GuardedBy("this")
  private long lastArrival; // System.nanoTime

  @GuardedBy("this")
  private boolean isCutShort;

  /**
   * Starts with no records.
   *
   * @param limit further ones are left out
   */
  OperatorSample(int limit) {
    this.limit = limit;
  }

  /** A partition of an input. */
  private static final class Part {

    private final int input;
    private final String name;
    private long records = -1;
    private int index;

    Part(int input, String name) {
      this.input = input;
      this.name = name;
    }

    String topic() {
      int dash = name.lastIndexOf('-');
      return dash < 0 ? name : name.substring(0, dash);
    }

    int number() {
      String end = name.substring(name.lastIndexOf('-') + 1);
      return end.matches("\\d{1,9}") ? Integer.parseInt(end) : 0;
    }
  }

  @Override
  public synchronized void record(
      int input, String partition, long arrival, BinaryRowData key, long time) {
    if (size == limit) {
      return;
    }
    if (size == keyOfRecord.length) {
      partOfRecord = Arrays.copyOf(partOfRecord, 2 * size);
      keyOfRecord = Arrays.copyOf(keyOfRecord, 2 * size);
      times = Arrays.copyOf(times, 2 * size);
      arrivals = Arrays.copyOf(arrivals, 2 * size);
    }
    Integer number = numbers.get(key);
    if (number == null) {
      BinaryRowData copy = key.copy();
      number = keys.size();
      numbers.put(copy, number);
      keys.add(copy);
    }
    partOfRecord[size] = part(input, partition);
    keyOfRecord[size] = number;
    times[size] = time == SampleReceiver.NO_TIME ? SampledRecords.NO_TIME : time;
    arrivals[size++] = arrival;
    lastArrival = System.nanoTime();
  }

  @Override
  public synchronized void partition(int input, String partition, long records) {
    part(input, partition).records = records;
  }

  @Override
  public synchronized void dropped(int input, long records) {
    dropped += records;
  }

  @GuardedBy("this")
  private Part part(int input, String partition) {
    return parts.computeIfAbsent(input + " " + partition, unused -> new Part(input, partition));
  }

  synchronized boolean isFull() {
    return size == limit;
  }

  /** Whether no record has come for that time, since there was one. */
  synchronized boolean isQuietFor(long nanos) {
    return size > 0 && System.nanoTime() - lastArrival > nanos;
  }

  public synchronized int size() {
    return size;
  }

  /**
   * How many records were read from Kafka and did not come to the operator, as the query drops them
   * before.
   */
  synchronized long droppedRecords() {
    return dropped;
  }

  /** The time for reading records was over before the last one had come. */
  synchronized void cutShort() {
    isCutShort = true;
  }

  synchronized boolean isCutShort() {
    return isCutShort;
  }

  /**
   * Why no record has come.
   *
   * @param operator that was sampled
   * @param limit how long records were read at most, with the name of its setting
   */
  public synchronized String whyNothing(ObservedOperator operator, String limit) {
    long known = parts.values().stream().mapToInt(part -> part.input).distinct().count();
    boolean isExtentKnown = known == operator.inputs().size();
    if (isExtentKnown && available() == 0) {
      return "there is nothing to sample, as the topic is empty";
    }
    if (!isCutShort) {
      return isExtentKnown
          ? "there is nothing to sample: the query filters all of the sampled records out"
          : "there is nothing to sample: the table is empty, or the query filters all of its rows"
              + " out";
    }
    return !isExtentKnown && operator.inputs().stream().allMatch(input -> input.kafka() != null)
        ? "nothing could be sampled: the offsets of the topic were not read within " + limit
        : "nothing could be sampled: no record came within "
            + limit
            + ", or the query filters all of those out";
  }

  /** In all partitions, sampled or not; -1 if the source has none, or they are not known. */
  public synchronized long available() {
    return parts.isEmpty() || parts.values().stream().anyMatch(part -> part.records < 0)
        ? -1
        : parts.values().stream().mapToLong(part -> part.records).sum();
  }

  /** The partitions without a record, by topic and number. */
  public synchronized List<String> emptyPartitions() {
    List<String> empty = new ArrayList<>();
    for (Part part : parts.values()) {
      if (part.records == 0) {
        empty.add(part.name);
      }
    }
    return empty;
  }

  /**
   * How many of a source's subtasks get no partition; of several sources, of the one where these
   * are most. 0 if a source has no partitions.
   *
   * @param subtasks of each source
   */
  synchronized int subtasksWithoutPartition(int subtasks) {
    Map<Integer, Integer> partitions = new HashMap<>();
    for (Part part : parts.values()) {
      partitions.merge(part.input, part.records < 0 ? subtasks : 1, Integer::sum);
    }
    int fewest = partitions.values().stream().mapToInt(Integer::intValue).min().orElse(subtasks);
    return Math.max(0, subtasks - fewest);
  }

  /** Whether all records are of one topic: then a partition's index is its number there. */
  synchronized boolean isOfOneTopic() {
    return parts.values().stream().map(part -> part.input + part.topic()).distinct().count() == 1;
  }

  /**
   * How many partitions an input has; empty if it has none, or they are not known.
   *
   * @param input counted from 0
   */
  synchronized OptionalInt partitionsOf(int input) {
    long known =
        parts.values().stream().filter(part -> part.input == input && part.records >= 0).count();
    return known == 0 ? OptionalInt.empty() : OptionalInt.of((int) known);
  }

  /** The input of each partition, by its number in the records. */
  synchronized int[] inputsOfPartitions() {
    return ordered().stream().mapToInt(part -> part.input).toArray();
  }

  /** By number. */
  synchronized BinaryRowData[] keys() {
    return keys.toArray(new BinaryRowData[0]);
  }

  /** The partitions, as they are numbered in the records. */
  @GuardedBy("this")
  private List<Part> ordered() {
    List<Part> ordered = new ArrayList<>(parts.values());
    ordered.sort(
        Comparator.<Part>comparingInt(part -> part.input)
            .thenComparing(Part::topic)
            .thenComparingInt(Part::number));
    return ordered;
  }

  /** The records that were sampled. */
  synchronized SampledRecords records() {
    List<Part> ordered = ordered();
    for (int index = 0; index < ordered.size(); index++) {
      ordered.get(index).index = index;
    }
    SampledRecords.Builder records = new SampledRecords.Builder(ordered.size());
    for (int i = 0; i < size; i++) {
      records.add(partOfRecord[i].index, keyOfRecord[i], times[i], arrivals[i]);
    }
    return records.build();
  }
}
