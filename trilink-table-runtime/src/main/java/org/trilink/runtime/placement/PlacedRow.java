/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyGroupHash;
import org.trilink.runtime.operator.DelegatingRow;

/**
 * A row before an exchange, with the hash code that its key is to have: one of the key group (see
 * {@link KeyGroupHash}). Behind the exchange it is a plain {@link BinaryRowData} whose memory
 * segment has the hash code after the row's own bytes. A copy drops it, unless {@link
 * PlacedRowSerializer} makes it.
 */
final class PlacedRow extends DelegatingRow {

  /** The size of the hash code in a serialized row, in bytes. */
  static final int HASH_BYTES = Integer.BYTES;

  private RowData row;
  private int keyGroup;
  private int keyHash;

  /**
   * Replaces the row and its hash code.
   *
   * @param newKeyHash a hash code of the key group
   */
  PlacedRow replace(RowData newRow, int newKeyGroup, int newKeyHash) {
    row = newRow;
    keyGroup = newKeyGroup;
    keyHash = newKeyHash;
    return this;
  }

  @Override
  protected RowData row() {
    return row;
  }

  /**
   * The hash code that a row carries for its key, on either side of the exchange.
   *
   * @throws IllegalStateException if it carries none
   */
  static int keyHashOf(RowData row) {
    if (row instanceof PlacedRow) {
      return ((PlacedRow) row).keyHash;
    }
    if (row instanceof BinaryRowData) {
      BinaryRowData binary = (BinaryRowData) row;
      MemorySegment segment = binary.getSegments()[0];
      int end = binary.getOffset() + binary.getSizeInBytes();
      if (binary.getSegments().length == 1 && segment.size() == end + HASH_BYTES) {
        return segment.getInt(end);
      }
    }
    throw new IllegalStateException(
        "A row has lost the key group of its key between the operator that placed it and the one"
            + " behind the exchange. This is a bug in Trilink; until it is fixed, set 'partition'"
            + " to 'hash'.");
  }

  /**
   * The key group that a row carries, on either side of the exchange.
   *
   * @throws IllegalStateException if it carries none
   */
  static int keyGroupOf(RowData row, int maxParallelism) {
    return row instanceof PlacedRow
        ? ((PlacedRow) row).keyGroup
        : KeyGroupHash.keyGroupOf(keyHashOf(row), maxParallelism);
  }

  /** A new placed row with another row and the same hash code. */
  PlacedRow withRow(RowData otherRow) {
    return new PlacedRow().replace(otherRow, keyGroup, keyHash);
  }

  @Override
  public String toString() {
    return "PlacedRow(" + row + ", key group " + keyGroup + ")";
  }
}
