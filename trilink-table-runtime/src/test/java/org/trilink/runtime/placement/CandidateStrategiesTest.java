/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.move.balance.BalancePrediction;
import org.trilink.runtime.move.balance.KeyToKeyGroup;
import org.trilink.runtime.move.balance.LoadSampler;
import org.trilink.runtime.move.balance.ObservedLoads;
import org.trilink.runtime.move.balance.RecordCounter;
import org.trilink.runtime.move.balance.StrategiesByKey;
import org.trilink.runtime.move.balance.TargetStrategy;

/**
 * Compares the predictions from samples with the counts of all records, for the streams of the
 * paper's figure 15, with all records within one minute.
 */
@Tag("slow")
class CandidateStrategiesTest {

  private static final int MAX_PARALLELISM = 720;
  private static final int STOCK_MAX_PARALLELISM = 128;
  private static final double RATE = 0.5;
  private static final RowType TWO_COLUMNS = RowType.of(new BigIntType(), new BigIntType());

  private static BalancePrediction predict(
      KeyStream stream, int parallelism, @Nullable int[] weights) {
    LoadSampler sampler =
        new LoadSampler(
            RATE,
            CandidateStrategies.of(Keys.BIGINT, MAX_PARALLELISM, parallelism, weights),
            parallelism,
            parallelism);
    RecordCounter counter = new RecordCounter(MAX_PARALLELISM);
    HashPlacement now = new HashPlacement();
    ObservedLoads observed =
        new ObservedLoads(MAX_PARALLELISM, parallelism, Duration.ofMinutes(1), 0);
    BalanceTable.BigintKey bigint = new BalanceTable.BigintKey();
    int next = 0;
    for (long number : stream.records()) {
      BinaryRowData key = bigint.of(number);
      sampler.record(key, key.hashCode());
      counter.count(now.keyGroup(key, MAX_PARALLELISM));
      if (++next % 100_000 == 0 || next == stream.records().length) {
        observed.add(
            sampler.take(
                counter.take(),
                heavy -> now.keyGroup(heavy, MAX_PARALLELISM),
                (each, base) -> base),
            0);
      }
    }
    return BalancePrediction.of(observed.snapshot(0));
  }

  /** The strategies with exact counts, by their names in predictions. */
  private static Map<String, BalanceTable.Strategy> counted() {
    Map<String, BalanceTable.Strategy> counted = new LinkedHashMap<>();
    counted.put("hash (Flink's key groups)", BalanceTable.hash(STOCK_MAX_PARALLELISM));
    counted.put("hash", BalanceTable.hash(MAX_PARALLELISM));
    counted.put("modulo", BalanceTable.local(new ModuloPlacement(), MAX_PARALLELISM));
    counted.put("weight", (stream, n) -> equalWeights(n).subtasks(stream, n));
    return counted;
  }

  private static BalanceTable.Strategy equalWeights(int parallelism) {
    return BalanceTable.local(new WeightPlacement(weights(parallelism)), MAX_PARALLELISM);
  }

  private static int[] weights(int parallelism) {
    int[] weights = new int[parallelism];
    Arrays.fill(weights, 1);
    return weights;
  }

  @Test
  void predictionsAgreeWithCounts() {
    StringBuilder table = new StringBuilder("Balance degree predicted (counted)\n");
    for (KeyStream stream : KeyStreams.all()) {
      for (int parallelism : new int[] {8, 60}) {
        BalancePrediction prediction = predict(stream, parallelism, weights(parallelism));
        table.append("%-20s %2d".formatted(stream, parallelism));
        // each strategy places one record in 16; chance makes the sample less even
        double blur = 1 / Math.sqrt(stream.records().length / 16.0 / parallelism);
        counted()
            .forEach(
                (name, strategy) -> {
                  double predicted = prediction.strategies().get(name).degree();
                  double counted =
                      stream.balance(strategy.subtasks(stream, parallelism), parallelism);
                  table.append("  %s %.3f (%.3f)".formatted(name, predicted, counted));
                  assertThat(predicted)
                      .as("%s of %s over %s", name, stream, parallelism)
                      .isBetween(counted - 6 * blur, counted + 2 * blur);
                });
        double now =
            stream.balance(
                BalanceTable.hash(MAX_PARALLELISM).subtasks(stream, parallelism), parallelism);
        assertThat(prediction.now().degree()).as("exact").isCloseTo(now, within(1e-9));
        double best = stream.bestBalance(parallelism);
        double leastCount = prediction.strategies().get("least-count").degree();
        double leastKey = prediction.strategies().get("least-key").degree();
        table.append(
            "  least-key %.3f  least-count %.3f (%.3f)\n".formatted(leastKey, leastCount, best));
        assertThat(prediction.bestDegree()).isCloseTo(best, within(0.02));
        assertThat(leastCount).isBetween(0.97 * best - 0.02, best + 0.02);
      }
    }
    System.out.println(table);
  }

  /** The order of keys differs between streams, and so do the results. */
  @Test
  void leastKeyIsPredictedAboutRight() {
    for (KeyStream stream : List.of(KeyStreams.contiguousUniform(), KeyStreams.prefixedZipf())) {
      KeyPlacements placements =
          new KeyPlacements(
              new PlacementSettings(
                  CoordinatedPlacement.leastKey(), Keys.BIGINT, MAX_PARALLELISM, 8));
      BalanceTable.BigintKey bigint = new BalanceTable.BigintKey();
      double counted =
          stream.balance(
              key ->
                  KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
                      MAX_PARALLELISM, 8, placements.place(bigint.of(key))),
              8);
      assertThat(predict(stream, 8, null).strategies().get("least-key").degree())
          .as(stream.toString())
          .isBetween(counted - 0.2, counted + 0.2);
    }
  }

  @Test
  void onlyStrategiesThatTheKeyAllowsAreCandidates() {
    assertThat(CandidateStrategies.of(Keys.BIGINT, 720, 8, new int[] {50, 50}).keySet())
        .containsExactly("hash (Flink's key groups)", "hash", "modulo", "weight");
    assertThat(CandidateStrategies.of(TWO_COLUMNS, 720, 8, null).keySet())
        .containsExactly("hash (Flink's key groups)", "hash");
    assertThat(CandidateStrategies.of(TWO_COLUMNS, 128, 8, null).keySet()).containsExactly("hash");
  }

  /** The key as in the coordinator: only its bytes. */
  private static BinaryRowData withoutColumns(BinaryRowData key) {
    BinaryRowData bytes = new BinaryRowData(0);
    bytes.pointTo(key.getSegments(), key.getOffset(), key.getSizeInBytes());
    return bytes;
  }

  @Test
  void keysAreWhereTheStrategiesThemselvesWouldPutThem() {
    StrategiesByKey strategies = CandidateStrategies.byKey(Keys.BIGINT, MAX_PARALLELISM);
    int[] weights = {20, 50, 30};
    KeyToKeyGroup hash = strategies.of(TargetStrategy.HASH, null);
    KeyToKeyGroup modulo = strategies.of(TargetStrategy.MODULO, null);
    KeyToKeyGroup weight = strategies.of(TargetStrategy.WEIGHT, weights);
    ModuloPlacement moduloItself = new ModuloPlacement();
    moduloItself.open(Keys.BIGINT);
    WeightPlacement weightItself = new WeightPlacement(weights);
    for (long number = -500; number < 500; number++) {
      BinaryRowData key = Keys.of(number);
      BinaryRowData bytes = withoutColumns(key);
      assertThat(hash.keyGroup(bytes))
          .isEqualTo(KeyGroupRangeAssignment.assignToKeyGroup(key, MAX_PARALLELISM));
      assertThat(modulo.keyGroup(bytes)).isEqualTo(moduloItself.keyGroup(key, MAX_PARALLELISM));
      assertThat(weight.keyGroup(bytes)).isEqualTo(weightItself.keyGroup(key, MAX_PARALLELISM));
    }
  }

  @Test
  void aStrategyThatTheKeyDoesNotAllowSaysWhy() {
    assertThatThrownBy(
            () -> CandidateStrategies.byKey(TWO_COLUMNS, 720).of(TargetStrategy.MODULO, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'modulo' needs a key of one integer column, and the key is");
    StrategiesByKey strategies = CandidateStrategies.byKey(TWO_COLUMNS, 2);
    assertThatThrownBy(() -> strategies.of(TargetStrategy.WEIGHT, new int[] {20, 50, 30}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there are 3 weights, but only 2 key groups");
    assertThatThrownBy(() -> strategies.of(TargetStrategy.WEIGHT, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it needs weights, but none are set");
    assertThatThrownBy(() -> strategies.of(TargetStrategy.LEAST_COUNT, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it does not place a key by the key alone");
  }
}
