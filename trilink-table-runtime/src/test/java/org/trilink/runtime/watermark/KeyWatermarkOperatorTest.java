/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.runtime.watermark.KeyWatermarkOperator.BEHIND_KEY_WATERMARK;
import static org.trilink.runtime.watermark.KeyWatermarkOperator.BEHIND_SUBTASK_WATERMARK;

import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/** Forwarded watermarks, idle keys, and state cleanup. */
class KeyWatermarkOperatorTest {

  private static final KeyTimeSettings NO_SKEW =
      KeyTimeSettings.of(0, KeyWatermarkPolicy.UNBOUNDED);
  private static final KeyTimeSettings SKEW_20 = KeyTimeSettings.of(0, 20);

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void forwardsNothingButTheLastWatermarkWithoutMaxSkew(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, NO_SKEW, backend)) {
      operator.read("a", 5, 1);
      operator.read("b", 1005, 2);
      operator.watermark(1000);
      operator.read("a", 6, 4); // behind the subtask's watermark
      assertThat(operator.output()).isEmpty();
      assertThat(operator.counter(BEHIND_KEY_WATERMARK)).isZero();
      assertThat(operator.counter(BEHIND_SUBTASK_WATERMARK)).isEqualTo(1);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.output())
          .containsExactlyInAnyOrder(
              "a [0, 10): count 2, sum 5",
              "b [1000, 1010): count 1, sum 2",
              Watermark.MAX_WATERMARK)
          .endsWith(Watermark.MAX_WATERMARK);
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void firesSilentKeyAndForgetsIt(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.HOP, SKEW_20, backend)) {
      operator.read("a", 5, 1);
      operator.watermark(28);
      assertThat(operator.output()).containsExactly(new Watermark(8));
      operator.watermark(39);
      assertThat(operator.output())
          .containsExactly(
              "a [-20, 10): count 1, sum 1", "a [-10, 20): count 1, sum 1", new Watermark(19));
      assertThat(operator.cleanupTimers()).isEqualTo(1);
      operator.watermark(49);
      assertThat(operator.output()).containsExactly("a [0, 30): count 1, sum 1", new Watermark(29));
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void remembersWatermarkOfKeyThatIsAhead(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, SKEW_20, backend)) {
      operator.read("a", 19, 1); // fires at once, and the key has no open window
      operator.watermark(38);
      operator.read("a", 12, 2);
      assertThat(operator.output())
          .containsExactly("a [10, 20): count 1, sum 1", new Watermark(18));
      assertThat(operator.counter(BEHIND_KEY_WATERMARK)).isEqualTo(1);
      assertThat(operator.stateEntries()).isPositive();
      operator.watermark(39);
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void givesAFloorToKeysOutOfOrder(StateBackends backend) throws Exception {
    KeyTimeSettings settings = NO_SKEW.withCheckedOrder();
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, settings, backend)) {
      operator.watermark(5);
      operator.read("a", 5, 1);
      operator.read("a", 25, 2);
      operator.read("b", 25, 3);
      assertThat(operator.output()).containsExactly("a [0, 10): count 1, sum 1");
      operator.read("b", 4, 5); // behind the subtask's watermark, too
      assertThat(operator.counter(KeysOutOfOrder.NAME)).isZero();
      operator.read("a", 7, 4); // its window has been fired
      assertThat(operator.counter(KeysOutOfOrder.NAME)).isEqualTo(1);
      operator.read("a", 35, 8);
      operator.read("b", 35, 9);
      assertThat(operator.output()).containsExactly("b [20, 30): count 1, sum 3");
      operator.read("a", 22, 16);
      operator.watermark(32);
      operator.read("a", 33, 32);
      assertThat(operator.output()).containsExactly("a [20, 30): count 2, sum 18");
      assertThat(operator.counter(KeysOutOfOrder.NAME)).isEqualTo(1);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.stateEntries()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void keepsNothingForRecordBehindTheBound(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, SKEW_20, backend)) {
      operator.watermark(49); // every key's watermark is at least 29
      operator.read("a", 29, 1);
      operator.read("b", 30, 2);
      assertThat(operator.cleanupTimers()).isEqualTo(1);
      operator.watermark(59);
      assertThat(operator.output())
          .containsExactly(new Watermark(29), "b [30, 40): count 1, sum 2", new Watermark(39));
      assertThat(operator.counter(BEHIND_KEY_WATERMARK)).isEqualTo(1);
      assertThat(operator.counter(BEHIND_SUBTASK_WATERMARK)).isEqualTo(2);
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void neverForwardsWatermarkPastRowsOrBack(StateBackends backend) throws Exception {
    for (StockOperator windows : LegacyWindows.values()) {
      for (int seed = 1; seed <= 4; seed++) {
        // three keys, 10 s apart each: the bound is close to the slowest key
        KeyTimeSettings settings = KeyTimeSettings.of(seed % 3 * 7L, 20_000);
        long latest = Long.MIN_VALUE;
        long forwarded = Long.MIN_VALUE;
        try (KeyTimeHarness operator = KeyTimeHarness.open(windows, settings, backend)) {
          List<Reading> readings = new RandomReadings(seed, 3, 0, 10).next(300);
          for (int i = 0; i <= readings.size(); i++) {
            if (i == readings.size()) {
              operator.watermark(Long.MAX_VALUE);
            } else {
              operator.read(readings.get(i));
              latest = Math.max(latest, readings.get(i).time());
              if (i % 7 == 0) {
                operator.watermark(latest - 5);
              }
            }
            for (Object element : operator.output()) {
              if (element instanceof Watermark watermark) {
                assertThat(watermark.getTimestamp()).isGreaterThan(forwarded);
                forwarded = watermark.getTimestamp();
              } else {
                assertThat(windowEnd((String) element) - 1)
                    .as("%s after watermark", element)
                    .isGreaterThan(forwarded);
              }
            }
          }
          assertThat(forwarded).isEqualTo(Long.MAX_VALUE);
          assertThat(operator.stateEntries()).isZero();
          assertThat(operator.cleanupTimers()).isZero();
        }
      }
    }
  }

  private static long windowEnd(String row) {
    return Long.parseLong(row.substring(row.indexOf(", ") + 2, row.indexOf(')')));
  }

  @Test
  void refusesRecordWithoutRowtime() throws Exception {
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, NO_SKEW, StateBackends.HEAP)) {
      GenericRowData row = GenericRowData.of(StringData.fromString("a"), 1L, null);
      assertThatThrownBy(() -> operator.process(new StreamRecord<>(row)))
          .hasMessageContaining("The rowtime of a record is null")
          .hasMessageContaining("filter such rows out");
    }
  }
}
