/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.move.protocol.MovingKeys;

/**
 * The sizes of keys' state, in bytes, as far as Syncs have learned them. Without them, a Sync that
 * had too much state would be tried again with the same keys.
 */
final class KeyStateSizes {

  /** The maximum number of keys that are remembered. */
  private static final int MAX_KNOWN = 10_000;

  private final long maxUsual;
  private final Map<BinaryRowData, Long> known = new HashMap<>();

  /** The size assumed for other keys: the median of a Sync; 0 before one had too much state. */
  private long usual;

  /**
   * @param maxBytes of state that one Sync may move; no more is assumed for a key, so that at least
   *     one can move
   */
  KeyStateSizes(long maxBytes) {
    maxUsual = maxBytes;
  }

  /** The size to expect of a key's state; 0 if nothing is known. */
  long of(BinaryRowData key) {
    return known.getOrDefault(key, usual);
  }

  /**
   * Takes the sizes that a Sync has found which had too much state.
   *
   * @param bytes by key; empty if the Sync has not got so far
   */
  void tooMuch(MovingKeys keys, long[] bytes) {
    learn(keys, bytes);
  }

  /** Takes the sizes of keys that have moved: where sizes matter, they may be others by now. */
  void moved(MovingKeys keys, long[] bytes) {
    if (usual > 0) {
      learn(keys, bytes);
    }
  }

  private void learn(MovingKeys keys, long[] bytes) {
    if (known.size() > MAX_KNOWN) {
      known.clear();
    }
    for (int i = 0; i < bytes.length && i < keys.size(); i++) {
      known.put(keys.key(i), bytes[i]);
    }
    if (bytes.length > 0) {
      long[] sorted = bytes.clone();
      Arrays.sort(sorted);
      usual = Math.min(sorted[sorted.length / 2], maxUsual);
    }
  }
}
