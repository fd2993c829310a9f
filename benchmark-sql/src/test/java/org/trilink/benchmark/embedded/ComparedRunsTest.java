/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparedRunsTest {

  private static final Digest RIGHT = new Digest(3, 17);
  private static final Digest WRONG = new Digest(3, 18);

  private final List<String> run = new ArrayList<>();
  private final ComparedRuns runs =
      new ComparedRuns(this::outcome, query -> List.of("flink", "trilink"));

  @Test
  void eachVariantWarmsUpBeforeTheFirstRunOfAQuery() {
    next("a", "flink", 100, 10);
    next("a", "trilink", 100, 10);
    next("b", "flink", 100, 1_000);

    assertThat(run)
        .containsExactly(
            "a flink 10",
            "a trilink 10",
            "a flink 100",
            "a trilink 100",
            "b flink 100",
            "b trilink 100",
            "b flink 100");
  }

  @Test
  void runsStockFlinkFirstIfItsRunWasMeasuredBefore() {
    assertThat(next("a", "trilink", 100, 0).difference()).isPresent();
    assertThat(next("a", "flink", 100, 0).difference()).isEmpty();
    assertThat(run).containsExactly("a flink 100", "a trilink 100", "a flink 100");
  }

  /** As the process is told it. */
  private ComparedRun next(String query, String variant, long rows, long warmUpRows) {
    WantedRun wanted = new WantedRun(query, variant, rows, warmUpRows);
    return runs.next(WantedRun.parse(ComparedRuns.arguments(List.of(wanted), "own").get(1)));
  }

  private Outcome outcome(String query, String variant, long rows) {
    run.add(query + " " + variant + " " + rows);
    return new Outcome(1, 1, 0, variant.equals("flink") ? RIGHT : WRONG, Checkpoints.NONE);
  }
}
