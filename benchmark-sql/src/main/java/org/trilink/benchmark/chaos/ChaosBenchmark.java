/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.local.Engine;

/** Low voltage under all faults that apply, with each exchange and on both backends. */
public final class ChaosBenchmark extends Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");
  private static final String FLINK = "flink";
  private static final String IN_MYSQL = "trilink, global-merge in mysql";

  /** The hints of each variant by its name: stock Flink, and Trilink with each exchange. */
  private static final Map<String, Map<String, String>> HINTS = hints();

  private static final int MINUTES = 5;
  private static final int QUICK_MINUTES = 1;

  /** For the last fault, which is survived after the time is over. */
  private static final Duration MORE = Duration.ofMinutes(10);

  private static final int RATE = 10_000;
  private static final int KEYS = 200;
  private static final int PARALLELISM = 4;
  private static final long SEED = 1;

  public ChaosBenchmark() {
    super(
        "chaos", "exact results while processes, network and disk fail, and how fast jobs recover");
  }

  private static Map<String, Map<String, String>> hints() {
    Map<String, Map<String, String>> hints = new LinkedHashMap<>();
    hints.put(FLINK, Map.of());
    hints.put("trilink, shuffle", Map.of("exchange", "shuffle"));
    hints.put("trilink, least-count", Map.of("partition", "least-count"));
    hints.put("trilink, auto", Map.of("partition", "auto"));
    hints.put("trilink, local-merge", Map.of("exchange", "local-merge"));
    hints.put("trilink, global-merge in redis", Map.of("exchange", "global-merge"));
    hints.put(IN_MYSQL, Map.of("exchange", "global-merge"));
    hints.put("trilink, ahead-keyby", Map.of("exchange", "ahead-keyby"));
    return hints;
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("minutes", String.valueOf(minutes(options)));
    settings.put("records a second", String.valueOf(RATE));
    settings.put("keys", String.valueOf(KEYS));
    settings.put("parallelism", String.valueOf(PARALLELISM));
    settings.put("seed", String.valueOf(SEED));
    settings.put("checkpoints", "every second");
    return settings;
  }

  private static int minutes(BenchOptions options) {
    return options.minutes().orElse(options.quick() ? QUICK_MINUTES : MINUTES);
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return Stream.of(StateBackend.values())
        .map(
            backend ->
                Schedule.alternating(
                    Map.of(StateBackend.COORDINATE, backend.toString()),
                    List.copyOf(HINTS.keySet()),
                    options.roundsOr(1)))
        .map(
            trials ->
                BenchmarkPart.of(
                    trials, context -> context.measure(trials, trial -> measure(context, trial))))
        .toList();
  }

  private static Measurement measure(BenchmarkContext context, Trial trial) {
    Instant startedAt = Instant.now();
    Progress progress = new Progress();
    ChaosResult result = new ChaosRun(options(context, trial), context.home(), progress).run();
    MeasurementBuilder values =
        new MeasurementBuilder()
            .put(Metric.RECORDS, result.records())
            .put(Metric.FAULTS, result.faults().size())
            .put(Metric.RESTORES, result.restores())
            .verdict(result.verdict())
            .require(result.isRight());
    ChaosResult.recoveryMillis(result.faults())
        .ifPresent(
            recovery ->
                values
                    .put(Metric.RECOVERY_P50, recovery.median())
                    .put(Metric.RECOVERY_MAX, recovery.max()));
    return values.build(trial, startedAt);
  }

  private static ChaosOptions options(BenchmarkContext context, Trial trial) {
    String variant = trial.variant();
    Engine engine = variant.equals(FLINK) ? Engine.FLINK : Engine.TRILINK;
    Duration duration = Duration.ofMinutes(minutes(context.options()));
    long rows = duration.plus(MORE).toSeconds() * RATE;
    Duration skew = WORKLOAD.defaults().skew();
    double disorder = engine == Engine.FLINK ? 0 : WORKLOAD.defaults().disorder();
    return new ChaosOptions(
        WORKLOAD,
        WORKLOAD.mainQuery(),
        engine,
        ChaosOptions.withRowsBeforeTheEnd(HINTS.get(variant), skew),
        StateBackend.of(trial),
        variant.equals(IN_MYSQL) ? Store.MYSQL : Store.REDIS,
        Set.of(),
        duration,
        RATE,
        true,
        PARALLELISM,
        new GeneratorOptions(rows, KEYS, disorder, skew, 0, SEED + trial.round()),
        context.workFolders());
  }
}
