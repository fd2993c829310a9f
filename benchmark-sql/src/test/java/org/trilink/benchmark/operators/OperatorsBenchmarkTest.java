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
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.StateBackend;

class OperatorsBenchmarkTest {

  private final OperatorsBenchmark benchmark = new OperatorsBenchmark();

  @Test
  void bothEnginesRunEachOperatorByTurns() {
    BenchOptions options = options(false, OptionalLong.empty());
    List<Trial> trials = benchmark.trials(options);

    assertThat(trials)
        .doesNotHaveDuplicates()
        .filteredOn(trial -> trial.situation().get("keys").equals("1000"))
        .hasSize(2 * (3 * 9 + 2 * 2));
    assertThat(trials.subList(0, 4))
        .extracting(Trial::variant)
        .containsExactly("flink", "trilink", "trilink, any order", "flink");
    assertThat(trials.get(0).situation())
        .isEqualTo(Map.of("operator", "GROUP BY TUMBLE", "backend", "heap", "keys", "1000"));
  }

  @Test
  void aQuickRunHasAFewOnTheHeap() {
    List<Trial> trials = benchmark.trials(options(true, OptionalLong.empty()));

    assertThat(trials).hasSize(3 * 3 + 2);
    assertThat(trials)
        .allSatisfy(
            trial ->
                assertThat(trial.situation())
                    .containsEntry("keys", "1000")
                    .containsEntry("backend", "heap"));
  }

  @Test
  void settingsSayHowMuchIsRead() {
    assertThat(benchmark.settings(options(true, OptionalLong.of(5_000))))
        .containsEntry("rows of OVER RANGE", "heap, 1,000 keys: 10,000")
        .containsEntry("heap, 1,000 keys", "-Xmx4g")
        .containsEntry("warmed up", "no")
        .doesNotContainKey("rows of deduplication");
    assertThat(benchmark.settings(options(false, OptionalLong.empty())))
        .containsEntry(
            "rows of interval join",
            "heap, 1,000 keys: 5,000,000; heap, 10,000 keys: 4,000,000;"
                + " rocksdb, 1,000 keys: 400,000; rocksdb, 10,000 keys: 400,000")
        .containsEntry(
            "heap, 1,000,000 keys",
            "-Xmx10g, left out as stock Flink takes too long:"
                + " GROUP BY HOP, MATCH_RECOGNIZE, MATCH_RECOGNIZE, L{2} R, interval join")
        .containsEntry("warmed up", "by a tenth of the rows");
  }

  /** With fewer rows than keys there would be fewer keys. */
  @Test
  void everyKeyHasARow() {
    assertEachInput(
        options(false, OptionalLong.empty()),
        (size, input) -> assertThat(input.rows()).isGreaterThanOrEqualTo(size.keys()));
    assertEachInput(
        options(false, OptionalLong.of(1)),
        (size, input) -> assertThat(input.rows()).isEqualTo(size.keys()));
    assertEachInput(
        options(true, OptionalLong.of(1)),
        (size, input) -> assertThat(input.rows()).isEqualTo(size.keys()));
  }

  @Test
  void quickInputsAreSmall() {
    assertEachInput(
        options(true, OptionalLong.empty()),
        (size, input) -> assertThat(input.rows()).isBetween(100_000L, 1_000_000L));
  }

  private static void assertEachInput(
      BenchOptions options, BiConsumer<OperatorSize, InOrderInput> assertion) {
    for (OperatorSize size : OperatorSize.all(options)) {
      for (OperatorQuery query : size.queries(options)) {
        assertion.accept(size, size.input(query, options));
      }
    }
  }

  @Test
  void aTenthOfTheRowsInEqualPartsWarmsUp() {
    OperatorSize size = new OperatorSize(StateBackend.HEAP, 1_000);

    assertThat(size.warmUpRows(OperatorQuery.OVER_RANGE, options(false, OptionalLong.empty())))
        .isEqualTo(550_000);
    assertThat(size.warmUpRows(OperatorQuery.OVER_RANGE, options(false, OptionalLong.of(50_019))))
        .isEqualTo(10_002);
    assertThat(size.warmUpRows(OperatorQuery.OVER_RANGE, options(true, OptionalLong.empty())))
        .isZero();
  }

  private static BenchOptions options(boolean quick, OptionalLong rows) {
    return new BenchOptions(
        quick,
        OptionalInt.empty(),
        Optional.empty(),
        LinkRate.UNLIMITED,
        0.2,
        rows,
        OptionalInt.empty());
  }
}
