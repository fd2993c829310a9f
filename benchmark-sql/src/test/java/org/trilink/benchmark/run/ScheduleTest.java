/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.Trial;

class ScheduleTest {

  private static final Map<String, String> TWO_NODES = Map.of("workload", "ysb", "nodes", "2");

  @Test
  void alternatesTheVariantsRoundByRound() {
    assertThat(Schedule.alternating(TWO_NODES, List.of("flink", "trilink"), 2))
        .containsExactly(
            new Trial("flink", TWO_NODES, 0),
            new Trial("trilink", TWO_NODES, 0),
            new Trial("flink", TWO_NODES, 1),
            new Trial("trilink", TWO_NODES, 1));
  }

  @Test
  void repeatsARoundOfSeveralSituations() {
    Map<String, String> onHeap = Map.of("workload", "ysb", "nodes", "2", "backend", "heap");
    List<Trial> round = List.of(new Trial("program", TWO_NODES, 0), new Trial("flink", onHeap, 0));

    assertThat(Schedule.repeating(round, 2))
        .containsExactly(
            new Trial("program", TWO_NODES, 0),
            new Trial("flink", onHeap, 0),
            new Trial("program", TWO_NODES, 1),
            new Trial("flink", onHeap, 1));
  }

  @ParameterizedTest
  @MethodSource("all")
  void noTrialOfABenchmarkIsThereTwice(Benchmark benchmark) {
    for (BenchOptions options : List.of(options(true), options(false))) {
      assertThat(benchmark.trials(options)).isNotEmpty().doesNotHaveDuplicates();
    }
  }

  static List<Benchmark> all() {
    return Benchmarks.all();
  }

  private static BenchOptions options(boolean quick) {
    return new BenchOptions(
        quick,
        OptionalInt.empty(),
        Optional.empty(),
        LinkRate.parse("50mbit"),
        0.2,
        OptionalLong.empty(),
        OptionalInt.empty());
  }
}
