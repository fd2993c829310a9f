/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedHarness.Keys;
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.key.PlacedKeySerializer;

/** Keys of one VARCHAR, the first column, with key groups that a test may change. */
final class MovableKeys implements KeySelector<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  static final int MAX_PARALLELISM = 16;

  /** The harness has copies of the selector, which must see the changes. */
  private static final Map<MovableKeys, Map<BinaryRowData, Integer>> GROUPS =
      new ConcurrentHashMap<>();

  private final long number = System.nanoTime();

  static MovableKeys create() {
    MovableKeys keys = new MovableKeys();
    GROUPS.put(keys, new ConcurrentHashMap<>());
    return keys;
  }

  Keys ofOperator() {
    return new Keys(
        this,
        new PlacedKeySerializer(RowType.of(KeyedHarness.KEY), "movable", MAX_PARALLELISM),
        MAX_PARALLELISM);
  }

  @Override
  public PlacedKey getKey(RowData row) {
    return placed((BinaryRowData) KeyedHarness.keyOf(row));
  }

  PlacedKey placed(BinaryRowData key) {
    return PlacedKey.inGroup(key, groupOf(key), MAX_PARALLELISM);
  }

  int groupOf(BinaryRowData key) {
    Integer moved = GROUPS.get(this).get(key);
    return moved != null ? moved : Math.floorMod(key.hashCode(), MAX_PARALLELISM);
  }

  void move(BinaryRowData key, int toGroup) {
    GROUPS.get(this).put(key, toGroup);
  }

  static int subtaskOf(int keyGroup, int parallelism) {
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        MAX_PARALLELISM, parallelism, keyGroup);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MovableKeys that && that.number == number;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }
}
