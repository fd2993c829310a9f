/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;

/** Tests which runs make the command fail. */
class ChaosBenchmarkTest {

  @Test
  void onlyARunOfTrilinkHasToBeExact() {
    ChaosBenchmark chaos = new ChaosBenchmark();
    assertThat(chaos.isSound(result(run("flink", false), run("trilink, auto", true)))).isTrue();
    assertThat(chaos.isSound(result(run("flink", true), run("trilink, auto", false)))).isFalse();
  }

  private static Measurement run(String variant, boolean exact) {
    return new Measurement(
        new Trial(variant, Map.of("backend", "heap"), 0),
        "2026-11-27T00:00:00Z",
        exact,
        Map.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static BenchmarkResult result(Measurement... runs) {
    return new BenchmarkResult(
        "chaos",
        false,
        "2026-11-27T00:00:00Z",
        true,
        "0123abc",
        new Machine("processor", 2, 1, "Linux"),
        Map.of(),
        Map.of(),
        List.of(runs));
  }
}
