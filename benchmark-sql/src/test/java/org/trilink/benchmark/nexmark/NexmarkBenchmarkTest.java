/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;

class NexmarkBenchmarkTest {

  private final NexmarkBenchmark benchmark = new NexmarkBenchmark();

  @Test
  void allVariantsRunEachQueryByTurns() {
    List<Trial> trials = benchmark.trials(options(false, OptionalLong.empty()));

    assertThat(trials).doesNotHaveDuplicates();
    assertThat(trials.stream().map(Trial::situation).distinct())
        .hasSize(22)
        .contains(Map.of("query", "0"), Map.of("query", "23"))
        .doesNotContain(Map.of("query", "6"), Map.of("query", "12"));
    assertThat(of(trials, "5"))
        .containsExactly("flink", "trilink", "flink", "trilink", "flink", "trilink");
    assertThat(of(trials, "15").limit(3)).containsExactly("flink", "flink, mini-batch", "trilink");
  }

  private static Stream<String> of(List<Trial> trials, String query) {
    return trials.stream()
        .filter(trial -> trial.situation().get("query").equals(query))
        .map(Trial::variant);
  }

  @Test
  void aQuickRunHasSomeQueriesOnce() {
    assertThat(benchmark.trials(options(true, OptionalLong.empty())))
        .hasSize(2 * 12 + 2)
        .allSatisfy(trial -> assertThat(trial.round()).isZero());
  }

  @Test
  void settingsSayWhatIsAskedForAndHowMuchIsRead() {
    assertThat(benchmark.settings(options(false, OptionalLong.of(5_000))))
        .containsEntry(
            "query 00: asks for", "All bids, as they are: what reading and writing alone cost.")
        .containsEntry("query 00: hint", "none")
        .containsEntry("query 11: hint", "'watermark' = 'key'")
        .containsEntry("query 11: events", "10,000")
        .containsKeys("query 06: left out", "query 12: left out");
    assertThat(benchmark.settings(options(true, OptionalLong.empty())))
        .containsEntry("query 11: events", "40,000")
        .containsEntry("rounds", "1");
  }

  @Test
  void onlyTrilinkHasAHint() {
    NexmarkInput input = NexmarkInput.inOrder(100);
    for (NexmarkQuery query : NexmarkQuery.values()) {
      for (NexmarkVariant variant : NexmarkVariant.of(query)) {
        boolean isHinted = variant == NexmarkVariant.TRILINK && query.hint().isPresent();
        assertThat(variant.over(input, query).sql().contains("TRILINK("))
            .as("%s, %s", query, variant)
            .isEqualTo(isHinted);
      }
    }
    assertThat(NexmarkVariant.FLINK_MINI_BATCH.over(input, NexmarkQuery.Q15).settings())
        .containsEntry("table.exec.mini-batch.enabled", "true");
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
