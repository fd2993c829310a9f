/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.key.PlacedKey;

@Tag("slow")
class WeightPlacementTest {

  private static final LogicalType BIGINT = new BigIntType();
  private static final int KEYS = 2_000_000;

  static Stream<Arguments> weights() {
    return Stream.of(
        Arguments.of(new int[] {60, 40}, 720),
        Arguments.of(new int[] {20, 50, 30}, 128), // groups do not divide evenly
        Arguments.of(new int[] {1, 2, 3, 4, 5, 6, 7, 8}, 720),
        Arguments.of(new int[] {5, 0, 95}, 720),
        Arguments.of(new int[] {1_000_000_000, 2_000_000_000, 1_000_000_000}, 720),
        Arguments.of(IntStream.range(0, 60).map(i -> i % 2 + 1).toArray(), 32760));
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("weights")
  void sharesAreTheWeights(int[] weights, int maxParallelism) {
    WeightPlacement placement = new WeightPlacement(weights);
    double[] keys = new double[weights.length];
    for (long i = 0; i < KEYS; i++) {
      int group = placement.keyGroup(ProjectedKeys.keyOf(BIGINT, i), maxParallelism);
      keys[
          KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
              maxParallelism, weights.length, group)]++;
    }
    double total = Arrays.stream(weights).asLongStream().sum();
    for (int node = 0; node < weights.length; node++) {
      double share = weights[node] / total;
      assertThat(keys[node] / KEYS).as("node %s", node).isCloseTo(share, within(0.03 * share));
    }
  }

  @Test
  void usesAllGroupsEvenly() {
    WeightPlacement placement = new WeightPlacement(3, 1);
    int[] keys = new int[720];
    for (long i = 0; i < KEYS; i++) {
      keys[placement.keyGroup(ProjectedKeys.keyOf(BIGINT, i), 720)]++;
    }
    for (int group = 0; group < 720; group++) {
      double expected = KEYS * (group < 360 ? 0.75 : 0.25) / 360;
      assertThat((double) keys[group]).isCloseTo(expected, within(6 * Math.sqrt(expected)));
    }
  }

  /** The placement uses bits of the hash; enough must be left to distinguish keys of one group. */
  @Test
  void keysOfOneGroupHaveDiverseHashes() {
    WeightPlacement placement = new WeightPlacement(60, 40);
    BitSet lowBits = new BitSet();
    Set<Integer> hashes = new HashSet<>();
    int inGroup = 0;
    for (long i = 0; i < KEYS; i++) {
      BinaryRowData key = ProjectedKeys.keyOf(BIGINT, i);
      if (placement.keyGroup(key, 720) == 17) {
        int hash = PlacedKey.hashFor(key, 17, 720);
        hashes.add(hash);
        lowBits.set(hash & 0x3ff);
        inGroup++;
      }
    }
    assertThat(inGroup).isGreaterThan(3_000);
    assertThat(hashes).hasSizeGreaterThan(inGroup * 99 / 100);
    assertThat(lowBits.cardinality()).isGreaterThan(900);
  }

  @Test
  void placesNullAndStrings() {
    LogicalType string = new VarCharType(VarCharType.MAX_LENGTH);
    WeightPlacement placement = new WeightPlacement(1, 1);
    for (Object value : new Object[] {null, StringData.fromString("x".repeat(100))}) {
      int group = placement.keyGroup(ProjectedKeys.keyOf(string, value), 16);
      assertThat(group).isBetween(0, 15);
      assertThat(new WeightPlacement(1, 1).keyGroup(ProjectedKeys.keyOf(string, value), 16))
          .isEqualTo(group);
    }
  }

  @Test
  void refusesWhatAreNoWeights() {
    for (int[] weights : new int[][] {{}, {0}, {0, 0}, {100, -1}}) {
      assertThatThrownBy(() -> new WeightPlacement(weights))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Weights are integers, none negative and not all 0, but these are "
                  + Arrays.toString(weights)
                  + ".");
    }
  }

  @Test
  void refusesMoreWeightsThanGroups() {
    assertThatThrownBy(
            () -> new WeightPlacement(1, 2, 3).keyGroup(ProjectedKeys.keyOf(BIGINT, 1L), 2))
        .hasMessage(
            "Key placement by 3 weights needs as many key groups, but there are 2: set"
                + " pipeline.max-parallelism higher. If these are the partitions of a topic, give"
                + " at most one weight for each.");
  }
}
