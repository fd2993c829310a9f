/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.latency;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** How long the first row of a workload takes, as its script is, from the job's submission. */
final class FirstRows {

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

  private FirstRows() {}

  /**
   * One for each workload.
   *
   * @param rounds how often each engine runs it
   */
  static List<ClusterRuns> runs(BenchOptions options, int rounds) {
    return workloads(options).stream().map(each -> runs(each, rounds)).toList();
  }

  private static ClusterRuns runs(Workload workload, int rounds) {
    List<Trial> trials =
        Schedule.alternating(
            Map.of(PART, NAME, WORKLOAD, workload.name()), Variant.names(VARIANTS), rounds);
    return ClusterRuns.over(
        workload,
        input(workload),
        trials,
        (cluster, input) -> {
          VARIANTS.forEach(variant -> cluster.warmUp(input, variant));
          cluster.measure(
              trials,
              trial ->
                  new EngineRun(cluster, input, Variant.of(trial, VARIANTS))
                      .untimed()
                      .withColdStart()
                      .measure(trial));
        });
  }

  /** With --quick one that writes to Kafka, and one that writes to Redis. */
  private static List<Workload> workloads(BenchOptions options) {
    return options.quick()
        ? List.of(Workloads.byName("bridge"), Workloads.byName("ysb"))
        : Workloads.all();
  }

  private static GeneratorOptions input(Workload workload) {
    return workload.defaults().options(ROWS, DISORDER, SEED);
  }

  static Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    for (Workload each : workloads(options)) {
      settings.put("%s: input of %s".formatted(NAME, each.name()), input(each).toString());
    }
    return settings;
  }
}
