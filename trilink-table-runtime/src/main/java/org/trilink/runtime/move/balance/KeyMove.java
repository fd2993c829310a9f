/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import org.apache.flink.table.data.binary.BinaryRowData;

/** A key that is to be moved to another subtask. */
public final class KeyMove {

  private final KeyLoad load;
  private final int toKeyGroup;
  private final int fromSubtask;
  private final int toSubtask;

  KeyMove(KeyLoad load, int toKeyGroup, int fromSubtask, int toSubtask) {
    this.load = load;
    this.toKeyGroup = toKeyGroup;
    this.fromSubtask = fromSubtask;
    this.toSubtask = toSubtask;
  }

  /** The key, for comparison and hashing only; its columns cannot be read. */
  public BinaryRowData key() {
    return load.key();
  }

  public int fromKeyGroup() {
    return load.keyGroup();
  }

  /** The key group in which the query's strategy puts the key, regardless of moves. */
  public int base() {
    return load.base();
  }

  public int toKeyGroup() {
    return toKeyGroup;
  }

  public int fromSubtask() {
    return fromSubtask;
  }

  public int toSubtask() {
    return toSubtask;
  }

  /** The key's load, in aged records. */
  public double records() {
    return load.records();
  }
}
