/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.balance;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * A placing subtask's report since its last one: the number of records by key group, and the
 * samples.
 *
 * <p>It takes 10 bytes a key group that records came for, 4 a subtask and strategy, and 30 and its
 * own bytes a key: with 720 key groups and short keys some 12 kB at most.
 */
public final class LoadReport implements Serializable {

  private static final long serialVersionUID = 1L;

  private final RecordCounts counts;
  private final SampledKey[] keys;
  private final String[] strategies;

  /** By strategy and subtask. */
  private final int[][] tallies;

  LoadReport(RecordCounts counts, List<SampledKey> keys, String[] strategies, int[][] tallies) {
    this.counts = counts;
    this.keys = keys.toArray(new SampledKey[0]);
    this.strategies = strategies;
    this.tallies = tallies;
  }

  /** All records, not only those that were sampled. */
  public RecordCounts counts() {
    return counts;
  }

  /** Hands on the keys that were sampled most often, the first one most often. */
  void forEachKey(KeyAction action) {
    for (SampledKey key : keys) {
      action.accept(key.key(), key.keyGroup, key.records);
    }
  }

  /** Hands on how many samples each subtask would have had by each strategy. */
  void forEachTally(TallyAction action) {
    for (int i = 0; i < strategies.length; i++) {
      action.accept(strategies[i], tallies[i]);
    }
  }

  /** What is done with each key. */
  interface KeyAction {
    /**
     * Takes a key.
     *
     * @param key to be compared and hashed; its columns cannot be read
     * @param records that it had, estimated
     */
    void accept(BinaryRowData key, int keyGroup, double records);
  }

  /** What is done with each strategy. */
  interface TallyAction {
    void accept(String strategy, int[] samplesBySubtask);
  }

  /** A key that was sampled often. */
  static final class SampledKey implements Serializable {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private final int keyGroup;
    private final double records;

    /**
     * @param key in one segment; copied
     * @param records estimated
     */
    SampledKey(BinaryRowData key, int keyGroup, double records) {
      bytes = KeyBytes.of(key);
      this.keyGroup = keyGroup;
      this.records = records;
    }

    private BinaryRowData key() {
      return KeyBytes.key(bytes);
    }
  }
}
