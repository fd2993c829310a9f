/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * The loads that all placing subtasks have reported. They age: a record counts half as much after
 * each half-life, so that recent load decides.
 *
 * <p>Instead of scaling down all old counts, new records get a growing weight; only when that
 * weight has become large are all counts divided by it.
 *
 * <p>Times are in ms. If the clock is set back, time does not advance until the clock has caught
 * up.
 */
public final class ObservedLoads {

  /** If there are more, the lightest quarter is dropped. */
  static final int MAX_KEYS = 4096;

  private static final double MAX_WEIGHT = 1L << 32;

  private final int parallelism;
  private final double halfLife;
  private final double[] keyGroupRecords;
  private final Map<BinaryRowData, KeyLoad> keys = new HashMap<>();
  private final Map<String, double[]> tallies = new LinkedHashMap<>();

  /** The time at which a record has weight 1. */
  private long origin;

  private long latest;

  /**
   * Creates loads without any observations.
   *
   * @param maxParallelism of the operator behind the exchange
   * @param parallelism of the operator behind the exchange
   * @param halfLife at least 1 ms
   * @param now in ms
   */
  public ObservedLoads(int maxParallelism, int parallelism, Duration halfLife, long now) {
    this.parallelism = parallelism;
    this.halfLife = halfLife.toMillis();
    keyGroupRecords = new double[maxParallelism];
    origin = now;
    latest = now;
  }

  /** Adds a subtask's report. If reports disagree on a key's key groups, the last one counts. */
  public void add(LoadReport report, long now) {
    double weight = weightAt(now);
    report.counts().forEach((keyGroup, records) -> keyGroupRecords[keyGroup] += records * weight);
    report.forEachKey(
        (key, keyGroup, base, records) -> addKey(key, keyGroup, base, records * weight));
    report.forEachTally((strategy, samples) -> addTally(strategy, samples, weight));
    if (keys.size() > MAX_KEYS) {
      forgetLightest();
    }
  }

  private void addKey(BinaryRowData key, int keyGroup, int base, double records) {
    moved(key, keyGroup);
    double before = keys.containsKey(key) ? keys.get(key).records() : 0;
    keys.put(key, new KeyLoad(key, keyGroup, base, before + records));
  }

  private void addTally(String strategy, int[] samples, double weight) {
    double[] tally = tallies.computeIfAbsent(strategy, none -> new double[parallelism]);
    for (int subtask = 0; subtask < parallelism; subtask++) {
      tally[subtask] += samples[subtask] * weight;
    }
  }

  private void forgetLightest() {
    List<KeyLoad> heaviestFirst = new ArrayList<>(keys.values());
    heaviestFirst.sort(KeyLoad.HEAVIEST_FIRST);
    heaviestFirst
        .subList(MAX_KEYS - MAX_KEYS / 4, heaviestFirst.size())
        .forEach(light -> keys.remove(light.key()));
  }

  /**
   * A key has been moved to another key group. Its observed load is moved with it. Otherwise the
   * subtask that it left would still seem to have the load for some time, and another key would be
   * moved away, too.
   */
  public void moved(BinaryRowData key, int keyGroup) {
    KeyLoad known = keys.get(key);
    if (known != null && known.keyGroup() != keyGroup) {
      double records = Math.min(known.records(), keyGroupRecords[known.keyGroup()]);
      keyGroupRecords[known.keyGroup()] -= records;
      keyGroupRecords[keyGroup] += records;
      keys.put(known.key(), new KeyLoad(known.key(), keyGroup, known.base(), known.records()));
    }
  }

  /** Drops the tally of a strategy that would now place keys elsewhere. */
  void forgetTally(String strategy) {
    tallies.remove(strategy);
  }

  /** The balance of the current placement; cheap enough to be called often. */
  public Balance balance() {
    return SubtaskLoads.ofKeyGroups(keyGroupRecords, parallelism).balance();
  }

  /** The loads as of a time. */
  public LoadSnapshot snapshot(long now) {
    double weight = weightAt(now);
    List<KeyLoad> agedKeys = new ArrayList<>(keys.size());
    keys.values().forEach(key -> agedKeys.add(key.withRecords(key.records() / weight)));
    Map<String, SubtaskLoads> agedTallies = new LinkedHashMap<>();
    tallies.forEach(
        (strategy, tally) -> agedTallies.put(strategy, new SubtaskLoads(divided(tally, weight))));
    return new LoadSnapshot(parallelism, divided(keyGroupRecords, weight), agedKeys, agedTallies);
  }

  // ---------------------------------------------------------------------------------------- age

  /** The weight of a record that arrives now, relative to one that arrived at the origin. */
  private double weightAt(long now) {
    latest = Math.max(latest, now);
    double weight = Math.pow(2, (latest - origin) / halfLife);
    if (weight < MAX_WEIGHT) {
      return weight;
    }
    divideAll(weight);
    origin = latest;
    return 1;
  }

  private void divideAll(double divisor) {
    divide(keyGroupRecords, divisor);
    tallies.values().forEach(tally -> divide(tally, divisor));
    keys.replaceAll((key, load) -> load.withRecords(load.records() / divisor));
    keys.values().removeIf(load -> load.records() < 1 / MAX_WEIGHT);
  }

  private static double[] divided(double[] values, double divisor) {
    double[] divided = values.clone();
    divide(divided, divisor);
    return divided;
  }

  private static void divide(double[] values, double divisor) {
    for (int i = 0; i < values.length; i++) {
      values[i] /= divisor;
    }
  }
}
