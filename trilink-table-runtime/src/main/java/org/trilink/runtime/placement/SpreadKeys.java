/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex;

import java.io.Serializable;

/**
 * Places keys by their hash, once the coordinator has placed so many that the subtasks stay even
 * without it. A subtask that has this need not ask for a key that the coordinator has not placed,
 * and neither it nor the coordinator keeps the key.
 *
 * <p>The hashes of those that it has placed are in an open-addressing table that is half full: 8
 * bytes for each, and one or two in a table of bits before it. A key that was not placed is asked
 * for only if it has the hash of one that was.
 */
final class SpreadKeys implements Serializable {

  private static final long serialVersionUID = 1L;

  /** A slot without a hash. The hash of this value is taken to be placed. */
  private static final int EMPTY = 0;

  /** For how many placed keys there is a word of bits at least. */
  private static final int KEYS_PER_WORD = 4;

  /** The binary logarithm of the bits in a word. */
  private static final int LOG2_WORD = 6;

  private final int nodes;
  private final int maxParallelism;

  /** The first key group of each node, and after the last one the number of all. */
  private final int[] firstKeyGroups;

  /** Hashes, from the slot that {@link #slot} says on. */
  private final int[] placed;

  /**
   * Some 8 to 16 bits for each placed key, one of them set: for nearly all other keys this is all
   * that is read, and it is so small that it stays in the processor's cache.
   */
  private final long[] bits;

  /**
   * Spreads all keys but those that were placed.
   *
   * @param nodes subtasks between which they are spread: always the same in the life of a state
   */
  SpreadKeys(KeyGroupTable placed, int nodes, int maxParallelism) {
    this.nodes = nodes;
    this.maxParallelism = maxParallelism;
    firstKeyGroups = new int[nodes + 1];
    for (int node = 0; node < nodes; node++) {
      firstKeyGroups[node] =
          computeKeyGroupRangeForOperatorIndex(maxParallelism, nodes, node).getStartKeyGroup();
    }
    firstKeyGroups[nodes] = maxParallelism;
    this.placed = new int[2 * placed.size() + 1];
    bits = new long[Integer.highestOneBit(placed.size() / KEYS_PER_WORD + 1)];
    placed.forEachHash(this::add);
  }

  private void add(int hash) {
    long mixed = mix(hash);
    int slot = slot(mixed);
    while (placed[slot] != EMPTY && placed[slot] != hash) {
      slot = next(slot);
    }
    placed[slot] = hash;
    bits[word(mixed)] |= 1L << mixed;
  }

  /** Between how many subtasks keys are spread. */
  int nodes() {
    return nodes;
  }

  /** Whether the coordinator may have placed a key with this hash itself. */
  boolean mayBePlaced(int hash) {
    long mixed = mix(hash);
    if ((bits[word(mixed)] & 1L << mixed) == 0) {
      return false;
    }
    int slot = slot(mixed);
    while (placed[slot] != EMPTY && placed[slot] != hash) {
      slot = next(slot);
    }
    return placed[slot] == hash;
  }

  /** The key group of a key with this hash that the coordinator has not placed. */
  int keyGroup(int hash) {
    long mixed = mix(~hash);
    int node = scale((int) mixed, nodes);
    int first = firstKeyGroups[node];
    return first + scale((int) (mixed >>> Integer.SIZE), firstKeyGroups[node + 1] - first);
  }

  private int slot(long mixed) {
    return scale((int) (mixed >>> Integer.SIZE), placed.length);
  }

  /** The lower bits choose the bit in the word, and the word. */
  private int word(long mixed) {
    return (int) (mixed >>> LOG2_WORD) & (bits.length - 1);
  }

  private int next(int slot) {
    return slot + 1 == placed.length ? 0 : slot + 1;
  }

  /** From any number to one below a limit, evenly. */
  private static int scale(int number, int limit) {
    return (int) (((number & 0xFFFFFFFFL) * limit) >>> Integer.SIZE);
  }

  /** All bits from all bits (the finalizer of MurmurHash3). */
  private static long mix(int hash) {
    long mixed = hash * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }

  /** "by hash between 8 subtasks, max parallelism 128". */
  @Override
  public String toString() {
    return "by hash between " + nodes + " subtasks, max parallelism " + maxParallelism;
  }
}
