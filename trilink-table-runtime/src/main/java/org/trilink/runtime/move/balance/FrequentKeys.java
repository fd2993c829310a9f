/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.datasketches.frequencies.LongsSketch;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * The most frequent keys, with their counts. A key has a slot, which it may share with others. One
 * of them, the resident, is counted there. If the resident is frequent, a frequent-items sketch
 * counts the others by their hash codes, so that a more frequent key can replace it. A key is
 * copied when it is seen again in its slot: a stream of a million rare keys allocates no objects.
 *
 * <p>The count of a resident does not include its records from when it was no more frequent than
 * the average slot, nor those that the sketch has dropped. It is too high only if another key has
 * the same hash code: of a million keys, that is one in 4,000.
 */
final class FrequentKeys {

  private static final int SLOT_BITS = 11;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int SKETCH_SIZE = 1 << 10;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  /** The first keys are copied at once, in case there are only few records. */
  private static final int COPIED_AT_ONCE = 1 << 8;

  // By slot: the hash code and the count of the resident.
  private final int[] hashes = new int[SLOTS];
  private final int[] counts = new int[SLOTS];

  /** The part of the resident's count that is also in the sketch. */
  private final int[] inSketch = new int[SLOTS];

  /** By slot: the resident; null if it was seen only once. */
  private final BinaryRowData[] keys = new BinaryRowData[SLOTS];

  private final LongsSketch sketch = new LongsSketch(SKETCH_SIZE);

  /** The number of calls of {@link #add}. */
  private int size;

  /** Determines which keys share a slot; changes with each {@link #clear}. */
  private int salt = 1;

  /**
   * Counts a key.
   *
   * @param key in one segment; copied if it is kept
   */
  void add(BinaryRowData key, int hash) {
    int slot = ((hash ^ salt) * GOLDEN_RATIO) >>> (Integer.SIZE - SLOT_BITS);
    int count = counts[slot];
    size++;
    if (count > 0 && hashes[slot] == hash) {
      counts[slot] = count + 1;
      if (keys[slot] == null) {
        keys[slot] = key.copy();
      }
    } else if (count <= 1 + (size >>> SLOT_BITS)) { // not frequent, compared to an average slot
      moveIn(slot, hash, 1, 0);
      keys[slot] = size <= COPIED_AT_ONCE ? key.copy() : null;
    } else {
      challenge(slot, key, hash);
    }
  }

  private void moveIn(int slot, int hash, int count, int countInSketch) {
    hashes[slot] = hash;
    counts[slot] = count;
    inSketch[slot] = countInSketch;
  }

  private void challenge(int slot, BinaryRowData key, int hash) {
    sketch.update(hash);
    int count = (int) sketch.getLowerBound(hash);
    // by a quarter more, so that two equally frequent keys do not keep replacing each other
    if (count > counts[slot] + counts[slot] / 4) {
      sketch.update(hashes[slot], counts[slot] - inSketch[slot]);
      moveIn(slot, hash, count, count);
      keys[slot] = key.copy();
    }
  }

  /** Visits the keys, the most frequent first, until the action returns false. */
  void forEach(Action action) {
    int[] residents =
        IntStream.range(0, SLOTS)
            .filter(slot -> keys[slot] != null)
            .boxed()
            .sorted(Comparator.comparingInt((Integer slot) -> counts[slot]).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    for (int slot : residents) {
      if (!action.accept(keys[slot], counts[slot])) {
        return;
      }
    }
  }

  void clear() {
    Arrays.fill(counts, 0);
    Arrays.fill(keys, null);
    sketch.reset();
    size = 0;
    salt += GOLDEN_RATIO;
  }

  /** An action for each key. */
  interface Action {
    /** Handles a key; returns whether to continue. */
    boolean accept(BinaryRowData key, int count);
  }
}
