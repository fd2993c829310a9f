/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.Comparator;
import org.apache.flink.table.data.binary.BinaryRowData;

/** A key with many records, where it is, where it belongs, and its load. */
public final class KeyLoad {

  /** The heaviest first. Ties are ordered, too, so that decisions are deterministic. */
  static final Comparator<KeyLoad> HEAVIEST_FIRST =
      Comparator.comparingDouble(KeyLoad::records)
          .reversed()
          .thenComparingInt(KeyLoad::keyGroup)
          .thenComparingInt(load -> load.key().hashCode());

  private final BinaryRowData key;
  private final int keyGroup;
  private final int base;
  private final double records;

  KeyLoad(BinaryRowData key, int keyGroup, int base, double records) {
    this.key = key;
    this.keyGroup = keyGroup;
    this.base = base;
    this.records = records;
  }

  /** The key, for comparison and hashing only; its columns cannot be read. */
  public BinaryRowData key() {
    return key;
  }

  /** The key group in which it is. */
  public int keyGroup() {
    return keyGroup;
  }

  /** The key group in which the query's strategy puts it, regardless of moves. */
  public int base() {
    return base;
  }

  /** Returns this key with another load. */
  KeyLoad withRecords(double newRecords) {
    return new KeyLoad(key, keyGroup, base, newRecords);
  }

  /** The number of records, aged: one that arrived a half-life ago counts as half a record. */
  public double records() {
    return records;
  }
}
