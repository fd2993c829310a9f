/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;

/** Where Flink's hash has ids. */
final class HashSubtasks {

  /** Flink's own number of key groups, up to 85 subtasks. */
  static final int FLINKS_KEY_GROUPS = 128;

  /** The number of key groups of Trilink's placements, unless it is told otherwise. */
  static final int TRILINKS_KEY_GROUPS = 720;

  private HashSubtasks() {}

  /** By id, from 0 on. */
  static int[] of(int ids, int keyGroups, int subtasks) {
    int[] found = new int[ids];
    BinaryRowData row = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(row);
    for (int id = 0; id < ids; id++) {
      writer.reset();
      writer.writeLong(0, id);
      writer.complete();
      found[id] = KeyGroupRangeAssignment.assignKeyToParallelOperator(row, keyGroups, subtasks);
    }
    return found;
  }
}
