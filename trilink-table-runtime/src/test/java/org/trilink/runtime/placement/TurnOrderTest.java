/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class TurnOrderTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 31, 128, 720, 1009, 1440, 5040, 32749, 32760, 32768})
  void visitsEachGroupOnce(int groups) {
    int[] order = TurnOrder.of(groups);
    Arrays.sort(order);
    for (int group = 0; group < groups; group++) {
      assertThat(order[group]).isEqualTo(group);
    }
  }

  /** In every run of as many turns as there are subtasks, each subtask has exactly one turn. */
  @ParameterizedTest(name = "{0} groups, {1} subtasks")
  @CsvSource({
    "720, 2",
    "720, 4",
    "720, 12",
    "720, 60",
    "5040, 7",
    "5040, 14",
    "5040, 28",
    "1440, 32",
    "2880, 64",
    "3600, 100",
    "128, 8",
    "128, 64",
    "7920, 11",
    "18000, 125"
  })
  void isExactAtLikelyParallelisms(int groups, int subtasks) {
    assertThat(greatestDifference(groups, subtasks)).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0} groups")
  @ValueSource(ints = {128, 720, 1009, 1440, 5040})
  void isAboutEvenAtAllParallelisms(int groups) {
    for (int subtasks = 2; subtasks <= 100; subtasks++) {
      assertThat(greatestDifference(groups, subtasks))
          .as("%s subtasks", subtasks)
          .isLessThanOrEqualTo(7);
    }
  }

  @Test
  void beginsWithBothHalves() {
    assertThat(TurnOrder.of(720)).startsWith(0, 360, 180, 540);
  }

  /** The maximum difference between the visits of two subtasks, over all runs of turns. */
  private static int greatestDifference(int groups, int subtasks) {
    int[] order = TurnOrder.of(groups);
    int greatest = 0;
    for (int start = 0; start < groups; start += Math.max(1, groups / 8)) {
      int[] visits = new int[subtasks];
      for (int turn = start; turn < start + groups; turn++) {
        visits[(int) ((long) order[turn % groups] * subtasks / groups)]++;
        int most = Arrays.stream(visits).max().orElseThrow();
        int least = Arrays.stream(visits).min().orElseThrow();
        greatest = Math.max(greatest, most - least);
      }
    }
    return greatest;
  }
}
