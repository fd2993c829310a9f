/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;

class OperatorsTest {

  @Test
  void bothEnginesRunEachOperatorByTurns() {
    BenchOptions options = options(false, OptionalLong.empty());
    OperatorSize fewKeys = OperatorSize.all(options).get(0);
    List<Trial> trials = Operators.trials(options);

    assertThat(trials)
        .doesNotHaveDuplicates()
        .filteredOn(trial -> trial.situation().get("keys").equals("1000"))
        .hasSize(2 * OperatorQuery.values().length * 2 * fewKeys.rounds(options));
    assertThat(trials.subList(0, 3))
        .extracting(Trial::variant)
        .containsExactly("flink", "trilink", "flink");
    assertThat(trials.get(0).situation())
        .isEqualTo(
            Map.of(
                "part",
                "operators",
                "operator",
                "GROUP BY TUMBLE",
                "backend",
                "heap",
                "keys",
                "1000"));
  }

  @Test
  void aQuickRunHasAFewOnTheHeap() {
    List<Trial> trials = Operators.trials(options(true, OptionalLong.empty()));

    assertThat(trials).hasSize(8);
    assertThat(trials)
        .allSatisfy(
            trial ->
                assertThat(trial.situation())
                    .containsEntry("keys", "1000")
                    .containsEntry("backend", "heap"));
  }

  @Test
  void settingsSayHowMuchIsRead() {
    assertThat(Operators.settings(options(true, OptionalLong.of(5_000))))
        .containsEntry("operators: rows of OVER RANGE", "heap, 1,000 keys: 10,000")
        .containsEntry("operators: heap, 1,000 keys", "-Xmx4g, checkpoints every 500 ms, rounds: 1")
        .doesNotContainKey("operators: rows of deduplication");
    assertThat(Operators.settings(options(false, OptionalLong.empty())))
        .containsKey("operators: rows of deduplication")
        .containsEntry(
            "operators: heap, 1,000,000 keys",
            "-Xmx10g, checkpoints every 5 s, rounds: 1, left out as stock Flink takes too long:"
                + " GROUP BY HOP, MATCH_RECOGNIZE, interval join");
  }

  /** With fewer rows than keys there would be fewer keys. */
  @Test
  void everyKeyHasARow() {
    BenchOptions options = options(false, OptionalLong.empty());

    assertThat(OperatorSize.all(options))
        .allSatisfy(
            size ->
                assertThat(size.queries(options))
                    .allSatisfy(
                        query ->
                            assertThat(size.input(query, options).rows())
                                .isGreaterThanOrEqualTo(size.keys())));
  }

  private static BenchOptions options(boolean quick, OptionalLong rows) {
    return new BenchOptions(
        quick, OptionalInt.empty(), Optional.empty(), LinkRate.UNLIMITED, 0.2, rows);
  }
}
