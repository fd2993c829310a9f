/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.trilink.runtime.move.balance.LoadReport.SampledKey;

/** Loads for tests: keys by number, their key groups, and the tail. */
final class Loads {

  final int maxParallelism;
  final int parallelism;
  final Map<Long, Double> records = new LinkedHashMap<>();
  final Map<Long, Integer> keyGroups = new HashMap<>();

  /** Where the strategy puts keys: where they are at first, unless a test says otherwise. */
  private final Map<Long, Integer> bases = new HashMap<>();

  private final Map<Long, BinaryRowData> rows = new HashMap<>();
  private final double[] tail;

  Loads(int maxParallelism, int parallelism) {
    this.maxParallelism = maxParallelism;
    this.parallelism = parallelism;
    tail = new double[maxParallelism];
  }

  static BinaryRowData key(long number) {
    BinaryRowData key = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(key);
    writer.writeLong(0, number);
    writer.complete();
    return key;
  }

  /** The number of a key, even if its columns cannot be read. */
  static long number(BinaryRowData key) {
    return key.getSegments()[0].getLong(key.getOffset() + Long.BYTES);
  }

  Loads with(long key, int keyGroup, double keyRecords) {
    rows.computeIfAbsent(key, Loads::key);
    records.put(key, keyRecords);
    keyGroups.put(key, keyGroup);
    bases.putIfAbsent(key, keyGroup);
    return this;
  }

  /** Says where the strategy puts a key. */
  Loads withBase(long key, int keyGroup) {
    bases.put(key, keyGroup);
    return this;
  }

  /** Adds a key in the key group of Flink's hash. */
  Loads with(long key, double keyRecords) {
    return with(
        key, KeyGroupRangeAssignment.assignToKeyGroup(key(key), maxParallelism), keyRecords);
  }

  /** Adds load of unknown keys to each key group. */
  Loads withTail(double keyGroupRecords) {
    Arrays.fill(tail, keyGroupRecords);
    return this;
  }

  LoadSnapshot snapshot() {
    double[] byKeyGroup = tail.clone();
    List<KeyLoad> keys = new ArrayList<>();
    records.forEach(
        (key, keyRecords) -> {
          byKeyGroup[keyGroups.get(key)] += keyRecords;
          keys.add(new KeyLoad(rows.get(key), keyGroups.get(key), bases.get(key), keyRecords));
        });
    return new LoadSnapshot(parallelism, byKeyGroup, keys, Map.of());
  }

  /** The report of these loads by a subtask. */
  LoadReport report() {
    double[] byKeyGroup = tail.clone();
    List<SampledKey> keys = new ArrayList<>();
    records.forEach(
        (key, keyRecords) -> {
          byKeyGroup[keyGroups.get(key)] += keyRecords;
          keys.add(new SampledKey(rows.get(key), keyGroups.get(key), bases.get(key), keyRecords));
        });
    short[] all = new short[maxParallelism];
    for (short keyGroup = 0; keyGroup < maxParallelism; keyGroup++) {
      all[keyGroup] = keyGroup;
    }
    long[] counts = Arrays.stream(byKeyGroup).mapToLong(Math::round).toArray();
    return new LoadReport(new RecordCounts(all, counts), keys, new String[0], new int[0][]);
  }

  /** Carries out a decision's moves. */
  void carryOut(MoveJudgement decision) {
    decision.moves().forEach(move -> keyGroups.put(number(move.key()), move.toKeyGroup()));
  }

  Balance balance() {
    return snapshot().subtasks().balance();
  }
}
