/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.Trial;
import org.trilink.launcher.local.Engine;

class ComparedRunsTest {

  private static final Digest RIGHT = new Digest(3, 17);
  private static final Digest WRONG = new Digest(3, 18);
  private static final Trial FLINK = new Trial("flink", Map.of("operator", "a"), 0);
  private static final Trial TRILINK = new Trial("trilink", Map.of("operator", "a"), 0);
  private static final Trial OTHER = new Trial("trilink", Map.of("operator", "b"), 0);

  private final List<String> run = new ArrayList<>();

  @Test
  void eachVariantWarmsUpBeforeTheFirstRun() {
    ComparedQuery query = query(100, 10, 2);

    List<ComparedRun> runs = run(query, query.trials());

    assertThat(runs).hasSize(4);
    assertThat(run)
        .containsExactly(
            "flink 10", "trilink 10", "flink 100", "trilink 100", "flink 100", "trilink 100");
  }

  @Test
  void aWarmUpIsNoLongerThanARun() {
    List<ComparedRun> unused = run(query(100, 1_000, 1), List.of(FLINK));

    assertThat(run).containsExactly("flink 100", "trilink 100", "flink 100");
  }

  @Test
  void runsStockFlinkFirstIfItsRunWasMeasuredBefore() {
    List<ComparedRun> runs = run(query(100, 0, 1), List.of(TRILINK, FLINK));

    assertThat(runs.get(0).difference()).isPresent();
    assertThat(runs.get(1).difference()).isEmpty();
    assertThat(run).containsExactly("flink 100", "trilink 100", "flink 100");
  }

  @Test
  void hasTheRunsOfItsOwnTrialsOnly() {
    ComparedQuery query = query(100, 0, 1);

    assertThat(query.runs(List.of(OTHER)).runs()).isEmpty();
    assertThat(query.runs(List.of(OTHER, TRILINK)).runs()).hasSize(1);
    assertThat(query.has(TRILINK)).isTrue();
    assertThat(query.has(OTHER)).isFalse();
  }

  private static ComparedQuery query(long rows, long warmUpRows, int rounds) {
    return new ComparedQuery(
        List.of(variant(FLINK, Engine.FLINK), variant(TRILINK, Engine.TRILINK)),
        rows,
        warmUpRows,
        rounds);
  }

  private static QueryVariant variant(Trial trial, Engine engine) {
    return new QueryVariant(
        trial,
        rows -> new EmbeddedQuery(engine, Map.of(), List.of(), trial.variant() + " " + rows));
  }

  private List<ComparedRun> run(ComparedQuery query, List<Trial> trials) {
    List<ComparedRun> done = new ArrayList<>();
    new ComparedRuns(this::outcome).run(query.runs(trials), done::add);
    return done;
  }

  private Outcome outcome(EmbeddedQuery query) {
    run.add(query.sql());
    return new Outcome(1, 1, 0, query.engine() == Engine.FLINK ? RIGHT : WRONG, Checkpoints.NONE);
  }
}
