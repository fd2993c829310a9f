/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;

/** Key groups of partitions, for numbers that divide evenly and that do not. */
class PartitionGroupsTest {

  private static final int[] MAX_PARALLELISMS = {1, 2, 7, 12, 128, 720, 5040, 32768};
  private static final int[] PARTITIONS = {1, 2, 3, 4, 7, 16, 100, 719, 720, 32768};

  @Test
  void eachPartitionHasAGroupOfItsShare() {
    for (int maxParallelism : MAX_PARALLELISMS) {
      for (int partitions : PARTITIONS) {
        if (partitions <= maxParallelism) {
          assertGroups(partitions, maxParallelism);
        }
      }
    }
  }

  private static void assertGroups(int partitions, int maxParallelism) {
    Set<Integer> groups = new HashSet<>();
    for (int partition = 0; partition < partitions; partition++) {
      int group = PartitionGroups.groupOf(partition, partitions, maxParallelism);
      assertThat((long) group * partitions)
          .isBetween(
              (long) partition * maxParallelism, (long) (partition + 1) * maxParallelism - 1);
      groups.add(group);
    }
    assertThat(groups).hasSize(partitions);
  }

  /**
   * Test for a known bug: a reader's range of partitions and the key groups of its state differ.
   */
  @Test
  void theReaderOfAPartitionOwnsItsGroupAtEveryParallelism() {
    for (int parallelism = 1; parallelism <= 60; parallelism++) {
      for (int partitions : new int[] {1, 2, 3, 4, 7, 16, 61}) {
        for (int partition = 0; partition < partitions; partition++) {
          int owner = PartitionGroups.ownerOf(partition, partitions, 720, parallelism);
          KeyGroupRange range =
              KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(720, parallelism, owner);
          assertThat(range.contains(PartitionGroups.groupOf(partition, partitions, 720))).isTrue();
        }
      }
    }
  }

  @Test
  void subtasksReadEquallyManyPartitionsOrOneMore() {
    for (int parallelism : new int[] {1, 2, 3, 4, 5, 8, 16}) {
      for (int partitions : new int[] {1, 2, 3, 4, 7, 16, 48}) {
        int[] read = new int[parallelism];
        for (int partition = 0; partition < partitions; partition++) {
          read[PartitionGroups.ownerOf(partition, partitions, 720, parallelism)]++;
        }
        int fewest = partitions / parallelism;
        assertThat(Arrays.stream(read).boxed())
            .allMatch(count -> count == fewest || count == fewest + 1);
      }
    }
  }

  @Test
  void asManySubtasksAsPartitionsReadOneEach() {
    for (int partition = 0; partition < 7; partition++) {
      assertThat(PartitionGroups.ownerOf(partition, 7, 720, 7)).isEqualTo(partition);
    }
  }
}
