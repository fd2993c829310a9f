/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadSamplerTest {

  private static final int PARALLELISM = 4;
  private static final KeyToSubtask BY_NUMBER =
      (key, hash) -> Math.floorMod(key.getLong(0), PARALLELISM);

  private static LoadSampler sampler(double rate, long seed) {
    return new LoadSampler(rate, Map.of("by number", BY_NUMBER), PARALLELISM, seed);
  }

  private static void record(LoadSampler sampler, int records, LongSupplier keys) {
    for (int i = 0; i < records; i++) {
      BinaryRowData key = Loads.key(keys.getAsLong());
      sampler.record(key, key.hashCode());
    }
  }

  /** Estimated records by key number, the heaviest first. */
  private static Map<Long, Double> estimates(LoadReport report) {
    Map<Long, Double> estimates = new HashMap<>();
    report.forEachKey((key, keyGroup, base, records) -> estimates.put(Loads.number(key), records));
    return estimates;
  }

  private static LoadReport take(LoadSampler sampler) {
    return sampler.take(RecordCounts.NONE, key -> (int) key.getLong(0) & 127, (key, base) -> base);
  }

  @Test
  void countsAllRecordsAtARateOfOne() {
    LoadSampler sampler = sampler(1, 0);
    long[] next = {0};
    record(sampler, 1000, () -> next[0]++ % 4);

    LoadReport report = take(sampler);

    assertThat(estimates(report)).isEqualTo(Map.of(0L, 250.0, 1L, 250.0, 2L, 250.0, 3L, 250.0));
    report.forEachTally(
        (strategy, samples) -> {
          assertThat(strategy).isEqualTo("by number");
          int first = LoadSampler.ALL_EVALUATED;
          assertThat(Arrays.stream(samples).sum()).isEqualTo(first + (1000 - first) / 8);
        });
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.1, 0.01})
  void aPeriodicInputIsSampledEvenly(double rate) {
    LoadSampler sampler = sampler(rate, 7);
    int records = 300_000;
    long[] next = {0};
    record(sampler, records, () -> next[0]++ % 10);

    double standardDeviation = Math.sqrt(records / 10.0 * rate * (1 - rate)) / rate;
    Map<Long, Double> estimates = estimates(take(sampler));
    assertThat(estimates).hasSize(10);
    assertThat(estimates.values())
        .allSatisfy(
            estimate ->
                assertThat(estimate).isCloseTo(records / 10.0, within(4 * standardDeviation)));
  }

  @Test
  void heavyKeysAreFoundAmongManyLightOnesAndEstimatedWithinTheErrorOfSampling() {
    double rate = 0.1;
    int records = 500_000;
    ZipfKeys zipf = new ZipfKeys(100_000, 1.1, 3);
    LoadSampler sampler = sampler(rate, 3);
    record(sampler, records, zipf::next);

    LoadReport report = take(sampler);

    Map<Long, Double> estimates = estimates(report);
    assertThat(estimates).hasSize(LoadSampler.MAX_KEYS);
    int found = 0;
    for (long rank = 0; rank < 64; rank++) {
      double exact = zipf.drawn(rank);
      if (estimates.containsKey(rank)) {
        found++;
        // the sampling error, and the records from before the key was frequent in its slot
        double error = 4 * Math.sqrt(exact * rate) / rate + 0.02 * exact;
        assertThat(estimates.get(rank)).as("of key " + rank).isCloseTo(exact, within(error));
      }
    }
    assertThat(found).as("some share a slot with a heavier one").isGreaterThanOrEqualTo(60);
  }

  @Test
  void theKeyThatLosesItsSlotInOneReportHasItInAnother() {
    LoadSampler sampler = sampler(1, 0);
    List<Integer> reports = new ArrayList<>(Collections.nCopies(1000, 0));
    for (int i = 0; i < 20; i++) {
      long[] next = {0};
      record(sampler, 20_000, () -> next[0]++ % 1000);
      LoadReport report = take(sampler);
      estimates(report).keySet().forEach(key -> reports.set(key.intValue(), 1));
    }
    // 20 reports of 128 out of 1000 equal keys; it is unlikely for a key to be in none
    assertThat(reports.stream().mapToInt(Integer::intValue).sum()).isGreaterThan(128);
  }

  @Test
  void aHeavyKeyThatComesLateTakesTheSlotOfALighterOne() {
    // with as many keys as slots, the late key certainly shares its slot
    LoadSampler sampler = sampler(1, 0);
    long[] next = {0};
    record(sampler, 60_000, () -> 1 + next[0]++ % 6_000);
    record(sampler, 5_000, () -> 0);

    Map<Long, Double> estimates = estimates(take(sampler));
    assertThat(estimates).containsKey(0L);
    assertThat(estimates.get(0L)).isBetween(4_900.0, 5_000.0);
  }

  @Test
  void takingAReportBeginsAnew() {
    LoadSampler sampler = sampler(1, 0);
    record(sampler, 100, () -> 1);
    take(sampler);
    record(sampler, 10, () -> 2);
    assertThat(estimates(take(sampler))).isEqualTo(Map.of(2L, 10.0));
    assertThat(estimates(take(sampler))).isEmpty();
  }

  @Test
  void anotherRateDropsWhatWasSampledAtTheOldOne() {
    LoadSampler sampler = sampler(1, 0);
    record(sampler, 1000, () -> 1);
    sampler.setRate(0.5);
    record(sampler, 10_000, () -> 2);
    Map<Long, Double> estimates = estimates(take(sampler));
    assertThat(estimates).containsOnlyKeys(2L);
    assertThat(estimates.get(2L)).isCloseTo(10_000, within(400.0));
  }

  @Test
  void keysWithoutAKeyGroupAreLeftOut() {
    LoadSampler sampler = sampler(1, 0);
    long[] next = {0};
    record(sampler, 100, () -> next[0]++ % 2);
    LoadReport report =
        sampler.take(RecordCounts.NONE, key -> (int) key.getLong(0) - 1, (key, base) -> base);
    assertThat(estimates(report)).isEqualTo(Map.of(1L, 50.0));
  }

  @Test
  void aReportIsSmall() throws Exception {
    LoadSampler sampler =
        new LoadSampler(
            0.1, Map.of("a", BY_NUMBER, "b", BY_NUMBER, "c", BY_NUMBER, "d", BY_NUMBER), 60, 1);
    ZipfKeys zipf = new ZipfKeys(100_000, 0.5, 5);
    record(sampler, 300_000, zipf::next);
    RecordCounter counter = new RecordCounter(720);
    IntStream.range(0, 720).forEach(keyGroup -> counter.count(keyGroup));
    LoadReport report = sampler.take(counter.take(), key -> 5, (key, base) -> base);
    assertThat(InstantiationUtil.serializeObject(report).length).isLessThan(16 << 10);
  }

  @Test
  void longKeysAreLimitedByTheirBytes() {
    LoadSampler sampler = sampler(1, 0);
    for (int i = 0; i < 100; i++) {
      BinaryRowData key = new BinaryRowData(100);
      key.pointTo(org.apache.flink.core.memory.MemorySegmentFactory.wrap(new byte[1000]), 0, 1000);
      key.getSegments()[0].putInt(500, i);
      sampler.record(key, i);
    }
    int[] keys = {0};
    sampler
        .take(RecordCounts.NONE, key -> 0, (key, base) -> base)
        .forEachKey((key, group, base, records) -> keys[0]++);
    assertThat(keys[0]).isEqualTo(LoadSampler.MAX_KEY_BYTES / 1000);
  }

  @Test
  void atATinyRateNothingIsSampled() {
    LoadSampler sampler = sampler(1e-17, 0);
    record(sampler, 100_000, () -> 1);
    assertThat(estimates(take(sampler))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.1, Double.NaN})
  void aRateMustBeAShare(double rate) {
    assertThatThrownBy(() -> sampler(rate, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The sample rate must be greater than 0");
  }

  /** Draws keys k, from 0 on, with a probability by Zipf's law. */
  private static final class ZipfKeys {

    private final double[] cumulative;
    private final long[] drawn;
    private final Random random;

    ZipfKeys(int keys, double exponent, long seed) {
      cumulative =
          IntStream.range(0, keys).mapToDouble(rank -> Math.pow(rank + 1, -exponent)).toArray();
      Arrays.parallelPrefix(cumulative, Double::sum);
      drawn = new long[keys];
      random = new Random(seed);
    }

    long next() {
      double point = random.nextDouble() * cumulative[cumulative.length - 1];
      int index = Arrays.binarySearch(cumulative, point);
      int rank = index < 0 ? -index - 1 : index;
      drawn[rank]++;
      return rank;
    }

    long drawn(long rank) {
      return drawn[(int) rank];
    }
  }
}
