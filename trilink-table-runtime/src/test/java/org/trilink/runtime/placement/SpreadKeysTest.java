/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadKeysTest {

  private static final int PLACED = 50_000;

  @Test
  void asksForEveryKeyThatWasPlaced() throws Exception {
    SpreadKeys spread = InstantiationUtil.clone(new SpreadKeys(placed(PLACED), 4, 128));
    assertThat(IntStream.range(0, PLACED))
        .allSatisfy(key -> assertThat(spread.mayBePlaced(hash(key))).isTrue());
  }

  @Test
  void asksForFewOthers() {
    SpreadKeys spread = new SpreadKeys(placed(PLACED), 4, 128);
    int others = 1_000_000;
    long asked =
        IntStream.range(PLACED, PLACED + others)
            .filter(key -> spread.mayBePlaced(hash(key)))
            .count();
    assertThat(asked).isLessThan(100);
  }

  @Test
  void canBeWithoutPlacedKeys() {
    assertThat(new SpreadKeys(placed(0), 3, 128).mayBePlaced(hash(1))).isFalse();
  }

  /** Also where the subtasks have different numbers of key groups. */
  @ParameterizedTest
  @CsvSource({"1, 128", "2, 128", "100, 128", "60, 720", "3, 3"})
  void allSubtasksAndTheirKeyGroupsHaveAsManyKeys(int nodes, int maxParallelism) {
    SpreadKeys spread = new SpreadKeys(placed(0), nodes, maxParallelism);
    int[] bySubtask = new int[nodes];
    int[] byKeyGroup = new int[maxParallelism];
    int perSubtask = 20_000;
    for (int key = 0; key < nodes * perSubtask; key++) {
      int keyGroup = spread.keyGroup(hash(key));
      bySubtask[computeOperatorIndexForKeyGroup(maxParallelism, nodes, keyGroup)]++;
      byKeyGroup[keyGroup]++;
    }
    assertThat(IntStream.of(bySubtask))
        .allSatisfy(
            keys -> assertThat(keys).isBetween(perSubtask * 95 / 100, perSubtask * 105 / 100));
    int groups = (maxParallelism + nodes - 1) / nodes;
    assertThat(IntStream.of(byKeyGroup))
        .allSatisfy(keys -> assertThat(keys).isGreaterThan(perSubtask / groups / 2));
  }

  private static KeyGroupTable placed(int keys) {
    KeyGroupTable table = new KeyGroupTable();
    for (int key = 0; key < keys; key++) {
      table.add(Keys.of(key), hash(key), 0);
    }
    return table;
  }

  private static int hash(int key) {
    return Keys.of(key).hashCode();
  }
}
