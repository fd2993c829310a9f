/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * The main property: over many keys that are far apart, a stock operator under key-level watermarks
 * yields after each record what the same operator does if it runs for that key alone and receives
 * the key's watermark after each record.
 */
@Tag("slow")
class KeyWatermarkOperatorStockComparisonTest {

  private static final int SEEDS_ON_HEAP = 12;
  private static final int SEEDS_ON_ROCKSDB = 2;

  static Stream<Arguments> operatorsAndBackends() {
    return Stream.of(
            Stream.of(TimedSums.OPERATOR),
            Stream.of(LegacyWindows.values()),
            Stream.of(Matching.values()))
        .flatMap(operators -> operators)
        .flatMap(
            operator ->
                Stream.of(StateBackends.HEAP, StateBackends.ROCKSDB)
                    .map(backend -> Arguments.of(operator, backend)));
  }

  /**
   * With the subtask's watermark as the floor. It is somewhere among the keys, which are 10 s
   * apart.
   */
  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("windowsAndBackends")
  void equalsStockPerKeyAboveTheFloor(StockOperator operator, StateBackends backend)
      throws Exception {
    for (int seed = 1; seed <= (backend == StateBackends.HEAP ? SEEDS_ON_HEAP : 2); seed++) {
      for (long maxSkew : new long[] {KeyWatermarkPolicy.UNBOUNDED, 12_000}) {
        KeyTimeSettings settings = KeyTimeSettings.of(5, maxSkew).withFloor();
        Random random = new Random(seed);
        Map<String, KeyTimeHarness> stock = new HashMap<>();
        Map<String, Long> watermarks = new HashMap<>();
        RandomReadings readings = new RandomReadings(seed, 3, -100, 10);
        long floor = -200;
        int rows = 0;
        try (KeyTimeHarness keyTime = KeyTimeHarness.open(operator, settings, backend)) {
          keyTime.watermark(floor);
          for (String key : readings.keys()) {
            stock.put(key, KeyTimeHarness.openStock(operator, backend));
            stock.get(key).watermark(settings.policy().lowerBound(floor));
          }
          for (Reading reading : readings.next(300)) {
            keyTime.read(reading);
            stock.get(reading.key()).read(reading);
            watermarks.merge(reading.key(), reading.time() - settings.delay(), Math::max);
            long before = floor;
            if (random.nextInt(5) == 0) {
              floor += random.nextInt(4) == 0 ? random.nextInt(2_000) : random.nextInt(30);
              keyTime.watermark(floor);
            }
            List<String> actual = keyTime.rows();
            for (String key : readings.keys()) {
              long ofKey = watermarks.getOrDefault(key, Long.MIN_VALUE);
              for (long at : new long[] {before, floor}) {
                long bound = settings.policy().lowerBound(at);
                stock.get(key).watermark(Math.max(Math.min(ofKey, at), bound));
              }
              assertThat(actual.stream().filter(row -> row.startsWith(key + " ")))
                  .as("%s, seed %s", reading, seed)
                  .containsExactlyElementsOf(stock.get(key).rows());
            }
            rows += actual.size();
          }
          assertThat(rows).isPositive();
          keyTime.watermark(Long.MAX_VALUE);
          List<String> last = keyTime.rows();
          for (String key : readings.keys()) {
            stock.get(key).watermark(Long.MAX_VALUE);
            assertThat(last.stream().filter(row -> row.startsWith(key + " ")))
                .as("seed %s", seed)
                .containsExactlyElementsOf(stock.get(key).rows());
          }
          assertThat(keyTime.cleanupTimers()).isZero();
        } finally {
          for (KeyTimeHarness alone : stock.values()) {
            alone.close();
          }
        }
      }
    }
  }

  /**
   * The operators that fire keys behind the floor as soon as their own time has come, on each
   * backend.
   */
  static Stream<Arguments> windowsAndBackends() {
    return operatorsAndBackends().filter(each -> each.get()[0] != TimedSums.OPERATOR);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("operatorsAndBackends")
  void equalsStockPerKey(StockOperator operator, StateBackends backend) throws Exception {
    long[] delays = {0, 1, 5, 25};
    int seeds = backend == StateBackends.HEAP ? SEEDS_ON_HEAP : SEEDS_ON_ROCKSDB;
    for (int seed = 1; seed <= seeds; seed++) {
      long delay = delays[seed % delays.length];
      assertEqualsStock(operator, backend, delay, new RandomReadings(seed, 3, -100, 10), seed);
    }
  }

  private static void assertEqualsStock(
      StockOperator operator, StateBackends backend, long delay, RandomReadings random, int seed)
      throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(delay, KeyWatermarkPolicy.UNBOUNDED);
    Map<String, KeyTimeHarness> stock = new HashMap<>();
    Map<String, Long> watermarks = new HashMap<>();
    int rows = 0;
    try (KeyTimeHarness keyTime = KeyTimeHarness.open(operator, settings, backend)) {
      for (String key : random.keys()) {
        stock.put(key, KeyTimeHarness.openStock(operator, backend));
      }
      for (Reading reading : random.next(300)) {
        keyTime.read(reading);
        KeyTimeHarness alone = stock.get(reading.key());
        alone.read(reading);
        alone.watermark(watermarks.merge(reading.key(), reading.time() - delay, Math::max));
        List<String> expected = alone.rows();
        assertThat(keyTime.output()).as("%s, seed %s", reading, seed).isEqualTo(expected);
        rows += expected.size();
      }
      assertThat(rows).isGreaterThan(10);
      keyTime.watermark(Long.MAX_VALUE);
      List<String> last = keyTime.rows();
      for (String key : random.keys()) {
        stock.get(key).watermark(Long.MAX_VALUE);
        assertThat(last.stream().filter(row -> row.startsWith(key + " ")))
            .as("seed %s", seed)
            .containsExactlyElementsOf(stock.get(key).rows());
      }
      assertThat(keyTime.cleanupTimers()).isZero();
    } finally {
      for (KeyTimeHarness alone : stock.values()) {
        alone.close();
      }
    }
  }
}
