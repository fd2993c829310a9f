/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * The key groups that a placing subtask knows once keys are spread: those that the coordinator has
 * told, and those of all keys that it has not placed.
 */
final class KnownKeyGroups implements BaseKeyGroups {

  private final KeyGroupTable told;
  private final WaitingRecords waiting;
  private final SpreadKeys spread;

  /**
   * @param waiting for keys in the table: they must not be overtaken by later records of these keys
   */
  KnownKeyGroups(KeyGroupTable told, WaitingRecords waiting, SpreadKeys spread) {
    this.told = told;
    this.waiting = waiting;
    this.spread = spread;
  }

  @Override
  public int keyGroup(BinaryRowData key, int hash) {
    if (spread.mayBePlaced(hash)) {
      return told.get(key, hash);
    }
    if (waiting.keys() > 0) {
      int found = told.get(key, hash);
      if (found != KeyGroupTable.ABSENT) {
        return found;
      }
    }
    return spread.keyGroup(hash);
  }
}
