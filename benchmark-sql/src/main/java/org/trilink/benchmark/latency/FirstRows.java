/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.latency;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/**
 * How long the first row of a workload takes, as its script is, from the job's submission.
 *
 * @param rounds how often each engine runs it
 */
record FirstRows(Workload workload, int rounds) implements ClusterRuns {

  /** The coordinate that only these runs have. */
  private static final String PART = "part";

  private static final String NAME = "first row";
  private static final String WORKLOAD = "workload";

  /** In order, so that the rows of both engines are right; neither knows, and so each waits. */
  private static final double DISORDER = 0;

  private static final long SEED = 1;
  private static final long ROWS = 200_000;

  private static final List<Variant> VARIANTS =
      List.of(
          Variant.flinkThatWaits("flink").withObjectReuse(),
          Variant.trilink("trilink").withObjectReuse());

  static List<FirstRows> runs(BenchOptions options, int rounds) {
    return workloads(options).stream().map(each -> new FirstRows(each, rounds)).toList();
  }

  /** With --quick one that writes to Kafka, and one that writes to Redis. */
  private static List<Workload> workloads(BenchOptions options) {
    return options.quick()
        ? List.of(Workloads.byName("bridge"), Workloads.byName("ysb"))
        : Workloads.all();
  }

  private static GeneratorOptions input(Workload workload) {
    GeneratorDefaults defaults = workload.defaults();
    return new GeneratorOptions(ROWS, defaults.keys(), DISORDER, defaults.skew(), 0, SEED);
  }

  static Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    for (Workload each : workloads(options)) {
      settings.put("%s: input of %s".formatted(NAME, each.name()), input(each).toString());
    }
    return settings;
  }

  @Override
  public List<Trial> trials() {
    return Schedule.alternating(
        Map.of(PART, NAME, WORKLOAD, workload.name()),
        VARIANTS.stream().map(Variant::name).toList(),
        rounds);
  }

  @Override
  public void measure(BenchCluster cluster) {
    try (BenchInput input = cluster.fill(workload, input(workload))) {
      VARIANTS.forEach(variant -> cluster.warmUp(input, variant));
      cluster
          .context()
          .measure(
              trials(),
              trial ->
                  new EngineRun(cluster, input, Variant.of(trial, VARIANTS))
                      .untimed()
                      .withColdStart()
                      .measure(trial));
    }
  }
}
