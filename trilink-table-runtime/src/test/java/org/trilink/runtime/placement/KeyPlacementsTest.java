/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPlacementsTest {

  private static final int MAX_PARALLELISM = 720;

  @Test
  void placesAKeyOnce() {
    KeyPlacements placements = placements(CoordinatedPlacement.leastKey(), 8);
    int[] first = keyGroupsOf(placements, 1_000);
    assertThat(keyGroupsOf(placements, 1_000)).isEqualTo(first);
    assertThat(placements.size()).isEqualTo(1_000);
  }

  @Test
  void placesTheKeysOfABatchInTheirOrder() {
    KeyPlacements oneByOne = placements(CoordinatedPlacement.leastKey(), 8);
    KeyPlacements atOnce = placements(CoordinatedPlacement.leastKey(), 8);
    KeyBatch batch = new KeyBatch();
    short[] expected = new short[100];
    for (int i = 0; i < expected.length; i++) {
      BinaryRowData key = Keys.of("key " + i % 60);
      batch.add(key);
      expected[i] = (short) oneByOne.place(key);
    }
    assertThat(atOnce.place(batch)).isEqualTo(expected);
    assertThat(atOnce.size()).isEqualTo(60);
  }

  @Test
  void placesNullKeys() {
    KeyPlacements placements = placements(CoordinatedPlacement.leastKey(), 8);
    placements.place(Keys.of(0));
    int keyGroup = placements.place(Keys.ofNull());
    assertThat(placements.place(Keys.ofNull())).isEqualTo(keyGroup);
    assertThat(placements.size()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 16, 60, 720})
  void leastKeyGivesAllSubtasksAsManyKeys(int parallelism) {
    KeyPlacements placements = placements(CoordinatedPlacement.leastKey(), parallelism);
    keyGroupsOf(placements, 10_000);
    long[] keys = keysOf(placements);
    assertThat(max(keys) - min(keys)).isLessThanOrEqualTo(1);
  }

  @Test
  void leastKeyStaysEvenAtAnotherParallelism() throws IOException {
    KeyPlacements placements = placements(CoordinatedPlacement.leastKey(), 8);
    keyGroupsOf(placements, 72_000);
    for (int parallelism : new int[] {2, 5, 60, 720}) {
      long[] keys = keysOf(restore(placements, CoordinatedPlacement.leastKey(), parallelism));
      assertThat(max(keys) - min(keys)).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void leastKeySpreadsFurtherKeysByTheirHash() throws IOException {
    CoordinatedPlacement placement = CoordinatedPlacement.leastKey(100);
    KeyPlacements placements = placements(placement, 8);
    int[] first = keyGroupsOf(placements, 799);
    assertThat(placements.spread()).isNull();
    placements.place(Keys.of(799));
    SpreadKeys spread = placements.spread();

    int[] all = keyGroupsOf(placements, 10_000);
    assertThat(all).startsWith(first);
    assertThat(placements.size()).isEqualTo(800);
    assertThat(LongStream.range(800, 10_000).map(i -> all[(int) i]).toArray())
        .isEqualTo(
            LongStream.range(800, 10_000)
                .map(i -> spread.keyGroup(Keys.of(i).hashCode()))
                .toArray());
    assertThat(keyGroupsOf(restore(placements, placement, 8), 10_000)).isEqualTo(all);
    assertThat(keyGroupsOf(restore(placements, placement, 3), 10_000)).isEqualTo(all);
  }

  @Test
  void spreadsWhatASubtaskHasRestoredAsSpread() {
    KeyPlacements before = placements(CoordinatedPlacement.leastKey(1), 2);
    int[] all = keyGroupsOf(before, 3);
    assertThat(before.spread().nodes()).isEqualTo(2);

    KeyPlacements after = placements(CoordinatedPlacement.leastKey(1), 5);
    after.learnSpread(0);
    after.learnSpread(2);
    after.learn(Keys.of(0), all[0]);
    after.learn(Keys.of(1), all[1]);
    assertThat(after.spread().nodes()).isEqualTo(2);
    assertThat(keyGroupsOf(after, 3)).isEqualTo(all);
    after.learn(Keys.of(2), all[2]);
    assertThatThrownBy(() -> after.learn(Keys.of(2), all[2] + 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is a bug in Trilink");
  }

  @Test
  void leastCountFollowsTheRecords() {
    KeyPlacements placements = placements(CoordinatedPlacement.leastCount(), 3);
    int heavy = placements.place(Keys.of(0));
    placements.count(heavy, 100);
    int[] keyGroups = new int[100];
    for (int i = 0; i < keyGroups.length; i++) {
      keyGroups[i] = placements.place(Keys.of(i + 1));
      placements.count(keyGroups[i], 1);
    }
    assertThat(Arrays.stream(keyGroups).map(keyGroup -> subtaskOf(keyGroup, 3)))
        .doesNotContain(subtaskOf(heavy, 3));
    assertThat(placements.targetLoads().records(subtaskOf(heavy, 3))).isEqualTo(100);
  }

  /** The keys' records are not counted before all keys have been placed. */
  @Test
  void leastCountSpreadsKeysOfOneRequest() {
    KeyPlacements placements = placements(CoordinatedPlacement.leastCount(), 8);
    keyGroupsOf(placements, 8_000);
    assertThat(keysOf(placements)).containsOnly(1_000);
  }

  @Test
  void historyIsPlacedBeforeTheFirstKeyHeaviestFirst() {
    KeyHistory history = new KeyHistory();
    long[] records = {1, 5, 2, 4, 3, 3};
    for (int i = 0; i < records.length; i++) {
      history.add(Keys.of(i), records[i]);
    }
    KeyPlacements placements = placements(CoordinatedPlacement.leastCount(history), 3);
    assertThat(placements.size()).isEqualTo(6);
    long[] loads = new long[3];
    for (int i = 0; i < records.length; i++) {
      loads[subtaskOf(placements.place(Keys.of(i)), 3)] += records[i];
    }
    assertThat(loads).containsOnly(6);
  }

  @Test
  void historyMayHaveAKeyTwice() {
    KeyHistory history = new KeyHistory().add(Keys.of(1), 5).add(Keys.of(2), 6).add(Keys.of(1), 5);
    KeyPlacements placements = placements(CoordinatedPlacement.leastCount(history), 2);
    int next = placements.place(Keys.of(3));
    assertThat(subtaskOf(next, 2)).isEqualTo(subtaskOf(placements.place(Keys.of(2)), 2));
  }

  @Test
  void weightsAreKept() {
    int[] weights = {20, 0, 50, 30};
    KeyPlacements placements = placements(CoordinatedPlacement.weight(weights, 7), 4);
    keyGroupsOf(placements, 100_000);
    long[] keys = keysOf(placements);
    for (int i = 0; i < weights.length; i++) {
      assertThat(keys[i] / 1_000.0).isBetween(weights[i] * 0.97, weights[i] * 1.03);
    }
  }

  @Test
  void weightsAreBoundToKeyGroups() {
    KeyPlacements placements =
        placements(CoordinatedPlacement.weight(new int[] {10, 20, 30, 40}, 7), 2);
    keyGroupsOf(placements, 100_000);
    assertThat(keysOf(placements)[0] / 1_000.0).isBetween(30 * 0.97, 30 * 1.03);
  }

  @Test
  void drawsDependOnTheSeed() {
    int[] weights = {50, 50};
    int[] first = keyGroupsOf(placements(CoordinatedPlacement.weight(weights, 1), 2), 100);
    assertThat(keyGroupsOf(placements(CoordinatedPlacement.weight(weights, 1), 2), 100))
        .isEqualTo(first);
    assertThat(keyGroupsOf(placements(CoordinatedPlacement.weight(weights, 2), 2), 100))
        .isNotEqualTo(first);
  }

  @Test
  void drawsGoOnAfterARestore() throws IOException {
    CoordinatedPlacement weight = CoordinatedPlacement.weight(new int[] {50, 50}, 1);
    int[] withoutRestore = keyGroupsOf(placements(weight, 2), 200);
    KeyPlacements placements = placements(weight, 2);
    keyGroupsOf(placements, 100);
    assertThat(keyGroupsOf(restore(placements, weight, 2), 200)).isEqualTo(withoutRestore);
  }

  @Test
  void leastCountGoesOnAfterARestore() throws IOException {
    CoordinatedPlacement leastCount = CoordinatedPlacement.leastCount();
    KeyPlacements placements = placements(leastCount, 5);
    keyGroupsOf(placements, 1_000);
    for (int keyGroup = 0; keyGroup < MAX_PARALLELISM; keyGroup++) {
      placements.count(keyGroup, keyGroup % 17);
    }
    KeyPlacements restored = restore(placements, leastCount, 5);
    assertThat(keyGroupsOf(restored, 2_000)).isEqualTo(keyGroupsOf(placements, 2_000));
    assertThat(restored.targetLoads().records(0)).isEqualTo(placements.targetLoads().records(0));
    assertThat(keysOf(restored)).isEqualTo(keysOf(placements));
  }

  @Test
  void learnsWhatASubtaskKnows() {
    KeyPlacements placements = placements(CoordinatedPlacement.leastKey(), 2);
    placements.learn(Keys.of(1), 700);
    placements.learn(Keys.of(1), 700);
    assertThat(placements.place(Keys.of(1))).isEqualTo(700);
    assertThat(subtaskOf(placements.place(Keys.of(2)), 2)).isZero();
    assertThat(placements.size()).isEqualTo(2);
  }

  @Test
  void twoKeyGroupsOfAKeyAreABug() {
    KeyPlacements placements = placements(CoordinatedPlacement.leastKey(), 2);
    placements.learn(Keys.of(4711), 1);
    assertThatThrownBy(() -> placements.learn(Keys.of(4711), 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[4711]")
        .hasMessageContaining("key group 1")
        .hasMessageContaining("reports key group 2");
  }

  @Test
  void refusesAnotherStrategy() throws IOException {
    byte[] snapshot = placements(CoordinatedPlacement.leastKey(), 2).image().toBytes();
    assertThatThrownBy(
            () ->
                KeyPlacements.restore(
                    snapshot, settings(CoordinatedPlacement.leastCount(), MAX_PARALLELISM, 2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "The keys of the state that is to be restored were placed by 'least-key' with max"
                + " parallelism 720, but the job now places them by 'least-count' with max"
                + " parallelism 720. Restore the former placement, or start without the state.");
  }

  @Test
  void refusesOtherWeightsAndAnotherMaxParallelism() throws IOException {
    CoordinatedPlacement weight = CoordinatedPlacement.weight(new int[] {60, 40}, 1);
    byte[] snapshot = placements(weight, 2).image().toBytes();
    assertThatThrownBy(
            () ->
                KeyPlacements.restore(
                    snapshot,
                    settings(
                        CoordinatedPlacement.weight(new int[] {50, 50}, 1), MAX_PARALLELISM, 2)))
        .hasMessageContaining("'weight 60,40 (random)'")
        .hasMessageContaining("'weight 50,50 (random)'");
    assertThatThrownBy(() -> KeyPlacements.restore(snapshot, settings(weight, 128, 2)))
        .hasMessageContaining("max parallelism 720")
        .hasMessageContaining("max parallelism 128");
  }

  /** Measures the arrays, not the heap: nothing else grows with the keys. */
  @Test
  void aMillionKeysTakeTheMemoryThatTheyMay() {
    int keys = 1_000_000;
    long ownBytes = (long) keys * Keys.of(0).getSizeInBytes();
    KeyPlacements coordinator = placements(CoordinatedPlacement.leastCount(), 60);
    KeyGroupTable subtask = new KeyGroupTable();
    for (int i = 0; i < keys; i++) {
      subtask.add(Keys.of(i), Keys.of(i).hashCode(), coordinator.place(Keys.of(i)));
    }
    long perKeyOfCoordinator = (coordinator.retainedBytes() - ownBytes) / keys;
    long perKeyOfSubtask = (subtask.retainedBytes() - ownBytes) / keys;
    System.out.println(
        "Beside its own bytes a key takes "
            + perKeyOfCoordinator
            + " bytes on the coordinator and "
            + perKeyOfSubtask
            + " on a subtask.");
    assertThat(perKeyOfCoordinator).isBetween(12L, 64L);
    assertThat(perKeyOfSubtask).isBetween(12L, 48L);
  }

  private static KeyPlacements placements(CoordinatedPlacement placement, int parallelism) {
    return new KeyPlacements(settings(placement, MAX_PARALLELISM, parallelism));
  }

  private static KeyPlacements restore(
      KeyPlacements placements, CoordinatedPlacement placement, int parallelism)
      throws IOException {
    return KeyPlacements.restore(
        placements.image().toBytes(), settings(placement, MAX_PARALLELISM, parallelism));
  }

  private static PlacementSettings settings(
      CoordinatedPlacement placement, int maxParallelism, int parallelism) {
    return new PlacementSettings(placement, Keys.BIGINT, maxParallelism, parallelism);
  }

  private static int[] keyGroupsOf(KeyPlacements placements, int keys) {
    return LongStream.range(0, keys).mapToInt(i -> placements.place(Keys.of(i))).toArray();
  }

  private static int subtaskOf(int keyGroup, int parallelism) {
    return computeOperatorIndexForKeyGroup(MAX_PARALLELISM, parallelism, keyGroup);
  }

  private static long[] keysOf(KeyPlacements placements) {
    TargetLoads loads = placements.targetLoads();
    long[] keys = new long[loads.subtasks()];
    Arrays.setAll(keys, loads::keys);
    return keys;
  }

  private static long max(long[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static long min(long[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }
}
