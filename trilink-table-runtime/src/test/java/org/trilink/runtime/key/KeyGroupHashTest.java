/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.util.MathUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyGroupHashTest {

  private static final int MOST_GROUPS = 32768;

  private final Random random = new Random(1);

  @Test
  void undoesMurmur() {
    for (int i = 0; i < 1_000_000; i++) {
      int hash = random.nextInt() & Integer.MAX_VALUE;
      assertThat(MathUtils.murmurHash(KeyGroupHash.murmurInverse(hash))).isEqualTo(hash);
    }
  }

  @Test
  void agreesWithFlinkAtEveryMaxParallelism() {
    for (int maxParallelism = 1; maxParallelism <= MOST_GROUPS; maxParallelism++) {
      assertAgreement(maxParallelism, 0, random.nextInt());
      assertAgreement(maxParallelism, maxParallelism - 1, random.nextInt());
      assertAgreement(maxParallelism, maxParallelism - 1, -1); // the greatest hash of all
      for (int i = 0; i < 50; i++) {
        assertAgreement(maxParallelism, random.nextInt(maxParallelism), random.nextInt());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 128, 720, 5040, 32760, MOST_GROUPS})
  void reachesEveryGroup(int maxParallelism) {
    for (int keyGroup = 0; keyGroup < maxParallelism; keyGroup++) {
      assertAgreement(maxParallelism, keyGroup, random.nextInt());
    }
  }

  private static void assertAgreement(int maxParallelism, int keyGroup, int seed) {
    int hash = KeyGroupHash.hashFor(keyGroup, maxParallelism, seed);
    assertThat(KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, maxParallelism))
        .isEqualTo(keyGroup);
  }

  /** A hash map in a key group has no more collisions than with random hashes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 128, 720, 4096})
  void hashesOfOneGroupAreDiverse(int maxParallelism) {
    int keys = 10_000;
    Set<Integer> hashes = new HashSet<>();
    Set<Integer> lowBits = new HashSet<>();
    Set<Integer> highBits = new HashSet<>();
    for (int i = 0; i < keys; i++) {
      int hash = KeyGroupHash.hashFor(maxParallelism / 2, maxParallelism, random.nextInt());
      hashes.add(hash);
      lowBits.add(hash & 0xfff);
      highBits.add(hash >>> 20);
    }
    double perGroup = (double) (1L << 31) / maxParallelism;
    assertThat((double) hashes.size()).isGreaterThan(0.99 * distinct(keys, perGroup));
    assertThat((double) lowBits.size()).isGreaterThan(0.97 * distinct(keys, 0x1000));
    assertThat((double) highBits.size()).isGreaterThan(0.97 * distinct(keys, 0x1000));
  }

  /** The expected number of distinct values in this many draws. */
  private static double distinct(int draws, double values) {
    return values * (1 - Math.pow(1 - 1 / values, draws));
  }
}
