/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyBytes;

/**
 * A placing subtask's report since its last one: the number of records by key group, and the
 * samples.
 *
 * <p>It takes 10 bytes per key group with records, 4 bytes per subtask and strategy, and 34 bytes
 * plus its own bytes per key. With 720 key groups and short keys that is some 12 kB at most.
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

  /** Visits the keys that were sampled most often, in descending order. */
  void forEachKey(KeyAction action) {
    for (SampledKey key : keys) {
      action.accept(key.key(), key.keyGroup, key.base, key.records);
    }
  }

  /** Visits the number of samples that each subtask would have had with each strategy. */
  void forEachTally(TallyAction action) {
    for (int i = 0; i < strategies.length; i++) {
      action.accept(strategies[i], tallies[i]);
    }
  }

  /** An action for each key. */
  interface KeyAction {
    /**
     * Handles a key.
     *
     * @param key for comparison and hashing only; its columns cannot be read
     * @param base where the query's strategy puts it, regardless of moves
     * @param records that it had, estimated
     */
    void accept(BinaryRowData key, int keyGroup, int base, double records);
  }

  /** An action for each strategy. */
  interface TallyAction {
    void accept(String strategy, int[] samplesBySubtask);
  }

  /** A key that was sampled often. */
  static final class SampledKey implements Serializable {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private final int keyGroup;
    private final int base;
    private final double records;

    /**
     * @param key in one segment; copied
     * @param base where the query's strategy puts it, regardless of moves
     * @param records estimated
     */
    SampledKey(BinaryRowData key, int keyGroup, int base, double records) {
      bytes = KeyBytes.of(key);
      this.keyGroup = keyGroup;
      this.base = base;
      this.records = records;
    }

    private BinaryRowData key() {
      return KeyBytes.key(bytes);
    }
  }
}
