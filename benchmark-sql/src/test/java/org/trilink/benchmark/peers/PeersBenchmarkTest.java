/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.embedded.PartOfBenchmark;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.Benchmarks;

class PeersBenchmarkTest {

  private static final BenchOptions FULL =
      new BenchOptions(
          false,
          OptionalInt.of(1),
          Optional.empty(),
          LinkRate.UNLIMITED,
          0.2,
          OptionalLong.empty(),
          OptionalInt.empty());

  private final PeersBenchmark benchmark = new PeersBenchmark();

  @Test
  void isRunByItsNameOnly() {
    assertThat(Benchmarks.all()).extracting(Benchmark::name).doesNotContain("peers");
    assertThat(Benchmarks.byName("peers")).isPresent();
  }

  @Test
  void inOrderNobodyHasToWait() {
    assertThat(variants(benchmark.trials(FULL), "0.0"))
        .hasSameSizeAs(Peer.values())
        .allSatisfy(variant -> assertThat(variant).doesNotContain("= skew"));
  }

  @Test
  void lateKeysAreReadWithAndWithoutWaitingByThoseThatCanWait() {
    assertThat(variants(benchmark.trials(FULL), "0.5"))
        .contains("flink 1.20", "flink 1.20, delay = skew")
        .contains("Kafka Streams DSL in memory", "Kafka Streams DSL in memory, grace = skew")
        .containsOnlyOnce("Kafka Streams processor in memory", "trilink, ahead-keyby")
        .doesNotHaveDuplicates();
  }

  @Test
  void inBriefOnlyCompleteResultsOfLateKeysAreMeasured() {
    List<Trial> trials = benchmark.trials(PartOfBenchmark.quick(1_000));

    assertThat(trials).hasSameSizeAs(Peer.values());
    assertThat(variants(trials, "0.5"))
        .contains("flink, delay = skew", "GeoFlink style, delay = skew", "trilink")
        .doesNotContain("flink 1.20");
  }

  @Test
  void theResultSaysWhichVersionsThePeersHave() {
    Map<String, String> settings = benchmark.settings(FULL);

    assertThat(settings.get("Flink 1.20")).startsWith("1.20.");
    assertThat(settings.get("Kafka Streams")).matches("\\d+(\\.\\d+)+");
  }

  private static List<String> variants(List<Trial> trials, String disorder) {
    return trials.stream()
        .filter(trial -> !trial.situation().containsKey("phase"))
        .filter(trial -> trial.situation().get("disorder").equals(disorder))
        .map(Trial::variant)
        .toList();
  }
}
