/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;

class StateBenchmarkTest {

  private final StateBenchmark benchmark = new StateBenchmark();

  @Test
  void beginsInOrder() {
    for (boolean quick : new boolean[] {true, false}) {
      List<Trial> trials = benchmark.trials(options(quick));

      assertThat(trials.get(0).situation()).containsEntry("disorder", "0.0");
      assertThat(trials).doesNotHaveDuplicates();
      assertThat(values(trials, "disorder")).containsExactly("0.0", "0.5");
    }
  }

  @Test
  void hasAllKeysInOrderAndThreeOfThemLateOnBothBackends() {
    List<Trial> trials = benchmark.trials(options(false));

    assertThat(values(of(trials, "0.0"), "keys"))
        .containsExactly("1000", "100000", "1000000", "3000000", "10000000");
    assertThat(values(of(trials, "0.5"), "keys")).containsExactly("1000", "100000", "1000000");
    for (String disorder : List.of("0.0", "0.5")) {
      assertThat(values(of(trials, disorder), "backend")).containsExactly("heap", "rocksdb");
    }
    assertThat(trials)
        .filteredOn(trial -> trial.situation().get("keys").equals("10000000"))
        .extracting(trial -> trial.situation().get("backend"))
        .containsExactly("heap", "heap", "rocksdb", "rocksdb");
  }

  private static List<Trial> of(List<Trial> trials, String disorder) {
    return trials.stream()
        .filter(trial -> trial.situation().get("disorder").equals(disorder))
        .toList();
  }

  private static List<String> values(List<Trial> trials, String coordinate) {
    return trials.stream().map(trial -> trial.situation().get(coordinate)).distinct().toList();
  }

  private static BenchOptions options(boolean quick) {
    return new BenchOptions(
        quick,
        OptionalInt.empty(),
        Optional.empty(),
        LinkRate.UNLIMITED,
        0.2,
        OptionalLong.empty(),
        OptionalInt.empty());
  }
}
