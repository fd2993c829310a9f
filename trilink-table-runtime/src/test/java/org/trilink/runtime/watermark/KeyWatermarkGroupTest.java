/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.runtime.watermark.KeyTimeHarness.MAX_PARALLELISM;
import static org.trilink.runtime.watermark.KeyWatermarkOperator.BEHIND_KEY_WATERMARK;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.harness.Subtasks;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/** N keys share one watermark. */
@Tag("slow")
class KeyWatermarkGroupTest {

  private static final int KEYS = 60;
  private static final KeyTimeSettings OWN_TIME = KeyTimeSettings.of(2, UNBOUNDED);

  /**
   * The property: after each record, a group of keys yields what the stock operator does if it runs
   * for these keys alone and receives the group's watermark after each record.
   */
  @ParameterizedTest(name = "{0} keys a group on {1}")
  @CsvSource({"2, HEAP", "3, HEAP", "100, HEAP", "2, ROCKSDB", "100, ROCKSDB"})
  void equalsStockPerGroup(int keysPerGroup, StateBackends backend) throws Exception {
    for (StockOperator operator : LegacyWindows.values()) {
      Groups groups = new Groups(keysPerGroup);
      Map<List<Integer>, KeyTimeHarness> stock = new HashMap<>();
      Map<List<Integer>, Long> watermarks = new HashMap<>();
      int rows = 0;
      try (KeyTimeHarness grouped =
          KeyTimeHarness.open(operator, OWN_TIME.keysPerGroup(keysPerGroup), backend)) {
        for (Reading reading : closeReadings(400)) {
          List<Integer> group = groups.of(reading.key());
          if (!stock.containsKey(group)) {
            stock.put(group, KeyTimeHarness.openStock(operator, StateBackends.HEAP));
          }
          KeyTimeHarness alone = stock.get(group);
          grouped.read(reading);
          alone.read(reading);
          alone.watermark(watermarks.merge(group, reading.time() - OWN_TIME.delay(), Math::max));
          List<String> expected = alone.rows();
          assertThat(grouped.rows())
              .as("%s, %s", operator, reading)
              .containsExactlyInAnyOrderElementsOf(expected);
          rows += expected.size();
        }
        assertThat(rows).isGreaterThan(10);
        grouped.watermark(Long.MAX_VALUE);
        List<String> last = new ArrayList<>();
        for (KeyTimeHarness alone : stock.values()) {
          alone.watermark(Long.MAX_VALUE);
          last.addAll(alone.rows());
        }
        assertThat(grouped.rows()).containsExactlyInAnyOrderElementsOf(last);
        assertThat(grouped.stateEntries()).isZero();
        assertThat(grouped.cleanupTimers()).isZero();
      } finally {
        for (KeyTimeHarness alone : stock.values()) {
          alone.close();
        }
      }
    }
  }

  @Test
  void latenessGrowsAndMemoryShrinksWithTheKeysOfAGroup() throws Exception {
    List<Reading> readings = closeReadings(2000);
    long lateBefore = -1;
    int entriesBefore = Integer.MAX_VALUE;
    for (int keysPerGroup : new int[] {1, 2, 4, 1000}) {
      try (KeyTimeHarness operator =
          KeyTimeHarness.open(
              LegacyWindows.TUMBLE, OWN_TIME.keysPerGroup(keysPerGroup), StateBackends.HEAP)) {
        for (Reading reading : readings) {
          operator.read(reading);
        }
        long late = operator.counter(BEHIND_KEY_WATERMARK);
        int entries = operator.watermarks();
        assertThat(late).as("%s keys a group", keysPerGroup).isGreaterThan(lateBefore);
        assertThat(entries).as("%s keys a group", keysPerGroup).isLessThan(entriesBefore);
        lateBefore = late;
        entriesBefore = entries;
      }
    }
    assertThat(entriesBefore).isLessThanOrEqualTo(MAX_PARALLELISM);
  }

  @ParameterizedTest(name = "{0} from {1} to {2}")
  @CsvSource({"HEAP, 2, 3", "HEAP, 3, 1", "ROCKSDB, 2, 3", "ROCKSDB, 3, 1"})
  void staysTogetherAtAnotherParallelism(StateBackends backend, int before, int after)
      throws Exception {
    KeyTimeSettings settings = OWN_TIME.keysPerGroup(3);
    List<Reading> readings = closeReadings(600);
    List<Reading> firstHalf = readings.subList(0, 300);
    List<Reading> secondHalf = readings.subList(300, 600);
    List<String> expected = new ArrayList<>();
    try (Subtasks<String, KeyTimeHarness> subtasks =
        KeyTimeHarness.openAll(LegacyWindows.HOP, settings, backend, 1)) {
      expected.addAll(subtasks.read(readings));
      expected.addAll(subtasks.finish());
    }
    List<String> rows = new ArrayList<>();
    OperatorSubtaskState state;
    try (Subtasks<String, KeyTimeHarness> subtasks =
        KeyTimeHarness.openAll(LegacyWindows.HOP, settings, backend, before)) {
      rows.addAll(subtasks.read(firstHalf));
      state = subtasks.savepoint();
    }
    try (Subtasks<String, KeyTimeHarness> subtasks =
        KeyTimeHarness.restoreAll(LegacyWindows.HOP, settings, backend, after, state, before)) {
      rows.addAll(subtasks.read(secondHalf));
      rows.addAll(subtasks.finish());
    }
    assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void silentMemberFiresWithItsGroup(StateBackends backend) throws Exception {
    List<String> together = keysOfOneKeyGroup(3);
    KeyTimeSettings settings = KeyTimeSettings.of(0, UNBOUNDED).keysPerGroup(2);
    OperatorSubtaskState state;
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, settings, backend)) {
      operator.read(together.get(0), 5, 1);
      operator.read(together.get(1), 7, 2);
      operator.read(together.get(2), 8, 4); // the third is in a new group
      assertThat(operator.rows()).isEmpty();
      state = operator.snapshot();
      operator.read(together.get(1), 19, 8);
      assertThat(operator.rows())
          .containsExactlyInAnyOrder(
              together.get(0) + " [0, 10): count 1, sum 1",
              together.get(1) + " [0, 10): count 1, sum 2",
              together.get(1) + " [10, 20): count 1, sum 8");
    }
    try (KeyTimeHarness restored =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, settings, backend, 1, 0, state)) {
      restored.read(together.get(1), 19, 8);
      assertThat(restored.rows())
          .containsExactlyInAnyOrder(
              together.get(0) + " [0, 10): count 1, sum 1",
              together.get(1) + " [0, 10): count 1, sum 2",
              together.get(1) + " [10, 20): count 1, sum 8");
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void isForgottenBehindTheBound(StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, 20).keysPerGroup(2);
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, settings, backend)) {
      for (int key = 0; key < 50; key++) {
        operator.read("key-" + key, 5, 1);
      }
      assertThat(operator.watermarks()).isGreaterThan(MAX_PARALLELISM);
      operator.watermark(5000);
      assertThat(operator.output()).hasSize(51).endsWith(new Watermark(4980));
      assertThat(operator.watermarks()).isZero();
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void takesUpTheWatermarksThatKeysHadOfTheirOwn(StateBackends backend) throws Exception {
    KeyTimeSettings alone = KeyTimeSettings.of(0, UNBOUNDED);
    OperatorSubtaskState state;
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, alone, backend)) {
      operator.read("a", 25, 1);
      state = operator.snapshot();
    }
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, alone.keysPerGroup(2), backend, 1, 0, state)) {
      operator.read("a", 19, 2); // its window had ended
      assertThat(operator.counter(BEHIND_KEY_WATERMARK)).isEqualTo(1);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows()).containsExactly("a [20, 30): count 1, sum 1");
    }
  }

  /** A key without timers needs no cleanup timer either, as its group is as far. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void keysWithoutTimersJoinGroups(StateBackends backend) throws Exception {
    KeyTimeSettings alone = KeyTimeSettings.of(0, UNBOUNDED);
    OperatorSubtaskState state;
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, alone, backend)) {
      operator.read("a", 29, 1);
      assertThat(operator.rows()).containsExactly("a [20, 30): count 1, sum 1");
      state = operator.snapshot();
    }
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, alone.keysPerGroup(2), backend, 1, 0, state)) {
      operator.read("a", 39, 2);
      assertThat(operator.rows()).containsExactly("a [30, 40): count 1, sum 2");
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.output()).containsExactly(Watermark.MAX_WATERMARK);
    }
  }

  @Test
  void refusesToTakeSharedWatermarksApart() throws Exception {
    KeyTimeSettings alone = KeyTimeSettings.of(0, UNBOUNDED);
    OperatorSubtaskState state;
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, alone.keysPerGroup(2), StateBackends.HEAP)) {
      operator.read("a", 25, 1);
      state = operator.snapshot();
    }
    assertThatThrownBy(
            () -> KeyTimeHarness.open(LegacyWindows.TUMBLE, alone, StateBackends.HEAP, 1, 0, state))
        .hasStackTraceContaining("keep 'watermark.keys-per-group' greater than 1");
  }

  /** Keys whose event times differ by about the size of a window. */
  private static List<Reading> closeReadings(int count) {
    RandomReadings random = new RandomReadings(11, KEYS, 0, 10);
    List<Reading> readings = new ArrayList<>();
    for (Reading reading : random.next(count)) {
      long number = Long.parseLong(reading.key().substring("key-".length()));
      readings.add(
          Reading.of(reading.key(), reading.time() - number * (10_000 - 7), reading.value()));
    }
    return readings;
  }

  private static List<String> keysOfOneKeyGroup(int count) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; keys.size() < count; i++) {
      if (KeyTimeHarness.keyGroupOf("key-" + i) == 0) {
        keys.add("key-" + i);
      }
    }
    return keys;
  }

  /** The groups of keys: the first N of a key group, the next N, and so on. */
  private static final class Groups {

    private final int keysPerGroup;
    private final Map<Integer, List<String>> keysOfKeyGroup = new HashMap<>();

    private Groups(int keysPerGroup) {
      this.keysPerGroup = keysPerGroup;
    }

    List<Integer> of(String key) {
      int keyGroup = KeyTimeHarness.keyGroupOf(key);
      List<String> keys = keysOfKeyGroup.computeIfAbsent(keyGroup, unused -> new ArrayList<>());
      if (!keys.contains(key)) {
        keys.add(key);
      }
      return List.of(keyGroup, keys.indexOf(key) / keysPerGroup);
    }
  }
}
