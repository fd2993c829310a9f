/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyBytes;

/** The keys that a Sync moves, each with its old and its new key group. */
public final class MovingKeys implements Serializable {

  private static final long serialVersionUID = 1L;

  private final byte[][] keys;
  private final int[] from;
  private final int[] to;

  /** The indices of the keys that are moved to where the strategy puts them. */
  private final BitSet toBase;

  private MovingKeys(Builder builder) {
    keys = builder.keys.toArray(new byte[0][]);
    from = builder.from.stream().mapToInt(Integer::intValue).toArray();
    to = builder.to.stream().mapToInt(Integer::intValue).toArray();
    toBase = (BitSet) builder.toBase.clone();
  }

  public static Builder builder() {
    return new Builder();
  }

  public int size() {
    return keys.length;
  }

  /** A key for comparison and hashing only; its columns cannot be read. */
  public BinaryRowData key(int index) {
    return KeyBytes.key(keys[index]);
  }

  /** The old key group of a key. */
  public int from(int index) {
    return from[index];
  }

  /** The new key group of a key. */
  public int to(int index) {
    return to[index];
  }

  /** Whether a key is moved to where the strategy puts it. */
  boolean isToBase(int index) {
    return toBase.get(index);
  }

  /** Collects moves. */
  public static final class Builder {

    private final List<byte[]> keys = new ArrayList<>();
    private final Set<BinaryRowData> distinct = new HashSet<>();
    private final List<Integer> from = new ArrayList<>();
    private final List<Integer> to = new ArrayList<>();
    private final BitSet toBase = new BitSet();

    private Builder() {}

    /**
     * Adds a move.
     *
     * @param key copied; in one segment
     * @param base where the strategy puts it, regardless of moves
     * @throws IllegalArgumentException if the key stays where it is, or is moved already
     */
    public Builder move(BinaryRowData key, int fromGroup, int toGroup, int base) {
      byte[] bytes = KeyBytes.of(key);
      if (fromGroup == toGroup) {
        throw new IllegalArgumentException(
            "A key is to be moved from key group " + fromGroup + " to the same one.");
      }
      if (!distinct.add(KeyBytes.key(bytes))) {
        throw new IllegalArgumentException("A key is to be moved twice in one Sync.");
      }
      toBase.set(keys.size(), toGroup == base);
      keys.add(bytes);
      from.add(fromGroup);
      to.add(toGroup);
      return this;
    }

    /**
     * All moves.
     *
     * @throws IllegalArgumentException if there are none
     */
    public MovingKeys build() {
      if (keys.isEmpty()) {
        throw new IllegalArgumentException("A Sync must move at least one key.");
      }
      return new MovingKeys(this);
    }
  }
}
