/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.ResultFile;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/**
 * Where a record's time goes in stock Flink and in Trilink, by samples of the job's threads. All
 * reuse objects; what else could be tuned is Flink's default.
 */
public final class ProfileBenchmark extends Benchmark {

  private static final List<String> WORKLOADS = List.of("low-voltage", "bridge", "ysb");
  private static final long ROWS = 4_000_000;
  private static final long QUICK_ROWS = 500_000;
  private static final long SEED = 1;

  private static final String PROFILE = "profile";
  private static final String METHODS = "hottest methods";

  public ProfileBenchmark() {
    super("profile", "where a record's time goes, step by step, by Java Flight Recorder");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String workload : WORKLOADS) {
      settings.put("input of " + workload, input(Workloads.byName(workload), options).toString());
    }
    return settings;
  }

  private static GeneratorOptions input(Workload workload, BenchOptions options) {
    long rows = options.rowsOr(ROWS, QUICK_ROWS) * options.nodesOfOneCluster();
    return workload.defaults().options(rows, workload.defaults().disorder(), SEED);
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return List.of(
        new ClusterPart(
            options.nodesOfOneCluster(),
            1,
            Map.of(),
            WORKLOADS.stream().map(workload -> runs(workload, options)).toList()));
  }

  private static ClusterRuns runs(String name, BenchOptions options) {
    Workload workload = Workloads.byName(name);
    return ClusterRuns.over(
        workload,
        input(workload, options),
        trials(name),
        (cluster, input) -> {
          Variant.USUAL.forEach(variant -> cluster.warmUp(input, variant));
          cluster.measure(trials(name), trial -> measure(cluster, input, trial));
        });
  }

  private static List<Trial> trials(String workload) {
    return Schedule.alternating(Map.of("workload", workload), Variant.names(Variant.USUAL), 1);
  }

  private static Measurement measure(BenchCluster cluster, BenchInput input, Trial trial) {
    FlightRecording recording = FlightRecording.start(cluster.services().folder().temp());
    List<Path> recordings = new ArrayList<>();
    Measurement measurement =
        new EngineRun(cluster, input, Variant.of(trial, Variant.USUAL))
            .observedBy((job, values) -> recordings.addAll(recording.stop()))
            .measure(trial);
    ProfileSummary summary = ProfileSummary.read(recordings);
    ResultFile results = cluster.context().results();
    results.note(setting(PROFILE, trial), summary.profile().text());
    results.note(setting(METHODS, trial), summary.hotMethods().text());
    return measurement;
  }

  private static String setting(String what, Trial trial) {
    return what + " of " + trial.situation().get("workload") + ", " + trial.variant();
  }

  /** A table for each workload, and one of methods for each of its variants, as Markdown. */
  @Override
  public List<String> table(BenchmarkResult result) {
    List<String> lines = new ArrayList<>();
    for (String workload : WORKLOADS) {
      Map<String, Shares> profiles = new LinkedHashMap<>();
      for (Trial trial : trials(workload)) {
        shares(PROFILE, trial, result)
            .ifPresent(shares -> profiles.put(trial.variant() + rate(trial, result), shares));
      }
      if (!profiles.isEmpty()) {
        add(workload, Shares.table("step", profiles, Steps.all()), lines);
      }
      for (Trial trial : trials(workload)) {
        shares(METHODS, trial, result)
            .map(shares -> Shares.table("method", Map.of("share", shares), List.of()))
            .ifPresent(table -> add(workload + ", " + trial.variant(), table, lines));
      }
    }
    return lines;
  }

  private static Optional<Shares> shares(String what, Trial trial, BenchmarkResult result) {
    return Optional.ofNullable(result.settings().get(setting(what, trial))).map(Shares::parse);
  }

  private static void add(String title, List<String> table, List<String> lines) {
    lines.addAll(List.of("**" + title + "**", ""));
    lines.addAll(table);
    lines.add("");
  }

  private static String rate(Trial trial, BenchmarkResult result) {
    return result.measurements().stream()
        .filter(measurement -> measurement.trial().equals(trial))
        .flatMapToDouble(measurement -> measurement.value(Metric.RECORDS_PER_SECOND).stream())
        .mapToObj(rate -> String.format(Locale.ROOT, ", %,.0f records/s", rate))
        .findFirst()
        .orElse("");
  }
}
