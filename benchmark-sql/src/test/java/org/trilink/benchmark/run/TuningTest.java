/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.ResultFile;
import org.trilink.benchmark.result.Trial;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;

class TuningTest {

  private static final Map<String, String> SITUATION = Map.of("workload", "ysb", "nodes", "4");
  private static final String PHASE = "table.optimizer.agg-phase-strategy";
  private static final String REUSE = "pipeline.object-reuse";

  @TempDir private Path folder;
  private final List<Trial> run = new ArrayList<>();

  @Test
  void takesTheCheapestSettingsOfStockFlink() {
    Variant best = ofFlink().best(context(), this::measure);

    assertThat(best.name()).isEqualTo("flink");
    assertThat(best.settings()).isEqualTo(Map.of(PHASE, "ONE_PHASE", REUSE, "true"));
    assertThat(run).hasSize(4);
  }

  @Test
  void takesTheCheapestExchangeOfTrilink() {
    Variant trilink = Variant.trilink("trilink").withObjectReuse();

    Variant best =
        Tuning.ofExchange(trilink, SITUATION, List.of("shuffle", "local-merge"))
            .best(context(), this::measure);

    assertThat(best.settings()).isEqualTo(Map.of(REUSE, "true"));
    assertThat(script(best)).contains("SET 'table.optimizer.trilink.exchange' = 'local-merge'");
    assertThat(run)
        .extracting(Trial::variant)
        .containsExactly(
            "trilink: exchange=shuffle",
            "trilink: exchange=local-merge",
            "trilink: exchange=local-merge",
            "trilink: exchange=shuffle");
  }

  @Test
  void runsWhatItSaysAndNotesWhatItChose() {
    BenchmarkContext context = context();
    Tuning tuning = ofFlink();
    tuning.best(context, this::measure);

    assertThat(run).isEqualTo(tuning.trials());
    assertThat(run).allMatch(trial -> "tuning".equals(trial.situation().get("phase")));
    assertThat(context.results().result().settings())
        .containsEntry("flink settings for ysb", REUSE + "=true, " + PHASE + "=ONE_PHASE");
  }

  @Test
  void runsNothingAgain() {
    BenchmarkContext context = context();
    Tuning tuning = ofFlink();
    Variant first = tuning.best(context, this::measure);
    run.clear();

    assertThat(tuning.best(context, this::measure).settings()).isEqualTo(first.settings());
    assertThat(run).isEmpty();
  }

  private static Tuning ofFlink() {
    return Tuning.ofSettings(Variant.flink("flink"), SITUATION);
  }

  /** One phase takes less than two, and local merge than a plain exchange. */
  private Measurement measure(Trial trial, Variant variant) {
    run.add(trial);
    double cpuMicros =
        ("ONE_PHASE".equals(variant.settings().get(PHASE)) ? 2 : 4)
            - (script(variant).contains("local-merge") ? 1 : 0);
    return new MeasurementBuilder()
        .put(Metric.CPU_PER_RECORD, cpuMicros)
        .build(trial, Instant.EPOCH);
  }

  private static String script(Variant variant) {
    return variant.edit().apply(new SqlScript("SELECT 1;")).text();
  }

  private BenchmarkContext context() {
    Progress silent =
        new Progress(
            new PrintStream(java.io.OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            false);
    return new BenchmarkContext(
        new TrilinkHome(folder),
        folder,
        new BenchOptions(
            false,
            OptionalInt.empty(),
            Optional.empty(),
            LinkRate.UNLIMITED,
            0.2,
            OptionalLong.empty(),
            OptionalInt.empty()),
        ResultFile.open(folder.resolve("throughput.json"), wanted(), true, silent::lasting),
        new BenchmarkProgress("throughput", ofFlink().trials(), 0, silent));
  }

  private static BenchmarkResult wanted() {
    return new BenchmarkResult(
        "throughput",
        false,
        "2026-01-01T00:00:00Z",
        false,
        "a commit",
        new Machine("a processor", 2, 1, "Linux"),
        Map.of(),
        Map.of(),
        List.of());
  }
}
