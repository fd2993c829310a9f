/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.junit.jupiter.api.Test;

class BusyKeysTest {

  private static final int KEYS = 10_000;
  private static final int SUBTASKS = 8;

  private final BusyKeys keys = new BusyKeys(KEYS, SUBTASKS, 3, 1);
  private final RowDataSerializer rows = new RowDataSerializer(new BigIntType());

  @Test
  void hashIsAsUnevenAsInThePaperInEachPhase() {
    for (int phase = 0; phase < keys.phases(); phase++) {
      for (int keyGroups : new int[] {128, 720}) {
        double[] loads = new double[SUBTASKS];
        for (int rank = 0; rank < KEYS; rank++) {
          loads[subtask(keys.key(phase, rank), keyGroups)] += keys.share(rank);
        }
        double least = java.util.Arrays.stream(loads).min().orElseThrow();
        double most = java.util.Arrays.stream(loads).max().orElseThrow();
        assertThat(least / most).isCloseTo(BusyKeys.HASH_DEGREE, within(BusyKeys.TOLERANCE));
      }
    }
  }

  private int subtask(int key, int keyGroups) {
    BinaryRowData row = rows.toBinaryRow(GenericRowData.of((long) key));
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(row, keyGroups, SUBTASKS);
  }

  @Test
  void noKeyIsTooHeavyForAnEvenPlacement() {
    assertThat(keys.share(0)).isCloseTo(0.8 / SUBTASKS, within(0.001));
    assertThat(IntStream.range(0, KEYS).mapToDouble(keys::share).sum()).isCloseTo(1, within(1e-9));
  }

  @Test
  void eachPhaseHasAllKeysInAnOrderOfItsOwn() {
    for (int phase = 0; phase < keys.phases(); phase++) {
      int of = phase;
      assertThat(IntStream.range(0, KEYS).map(rank -> keys.key(of, rank)).distinct().count())
          .isEqualTo(KEYS);
    }
    assertThat(keys.key(0, 0)).isNotEqualTo(keys.key(1, 0));
  }
}
