/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.throughput;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.configuration.CoreOptions;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;

/**
 * The workloads on clusters of several sizes, each node with its quota of CPU time (figure 14).
 * Engines are set as the record path has found best, so that has to be measured before.
 *
 * <p>TaskManagers have the JIT's first tier only. Each job has classes of its own, and with the
 * second tier eight JVMs on a machine of two cores would spend longer on compiling them than on all
 * the records of a run.
 */
final class Scaling {

  private static final String NAME = "figure 14";
  private static final List<Integer> NODES = List.of(1, 8);

  /** Runs under a quota are alike, and take long. */
  private static final int ROUNDS = 1;

  private static final Map<String, String> FIRST_TIER =
      Map.of(CoreOptions.FLINK_TM_JVM_OPTIONS.key(), "-XX:TieredStopAtLevel=1");

  private Scaling() {}

  static Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    if (!options.quick()) {
      settings.put(NAME + ": nodes", nodes(options).toString());
      settings.put(NAME + ": CPU", cpu(options));
      settings.put(NAME + ": JVM of a TaskManager", FIRST_TIER.values().iterator().next());
      settings.put(NAME + ": rounds", String.valueOf(options.roundsOr(ROUNDS)));
      for (MeasuredWorkload each : MeasuredWorkload.values()) {
        settings.put(
            "%s: input of %s on one node".formatted(NAME, each.workload().name()),
            each.inputUnderQuota(options, 1).toString());
        settings.put(
            NAME + ": not timed, on one node",
            "%,d records, %,d of them without a quota"
                .formatted(
                    MeasuredWorkload.firstPartUnderQuota(1), MeasuredWorkload.partWithoutQuota(1)));
      }
    }
    return settings;
  }

  private static String cpu(BenchOptions options) {
    return isLimited()
        ? options.cpuPerNode() + " cores a node"
        : "all nodes share the machine's, without quotas";
  }

  /** With quotas more nodes have more CPU time. */
  private static boolean isLimited() {
    return HostSupport.missing().isEmpty();
  }

  /** Largest first: it takes longest. None with --quick, which has no time for several clusters. */
  private static List<Integer> nodes(BenchOptions options) {
    return options.quick()
        ? List.of()
        : options.nodesOr(NODES, NODES).stream().sorted(Comparator.reverseOrder()).toList();
  }

  static List<BenchmarkPart> parts(BenchOptions options) {
    return nodes(options).stream()
        .<BenchmarkPart>map(
            nodes ->
                new ClusterPart(
                    nodes,
                    1,
                    FIRST_TIER,
                    Stream.of(MeasuredWorkload.values())
                        .map(each -> runs(each, nodes, options))
                        .toList()))
        .toList();
  }

  /** The runs of one workload. */
  private static ClusterRuns runs(MeasuredWorkload workload, int nodes, BenchOptions options) {
    Map<String, String> situation = new TreeMap<>(workload.situation(nodes, workload.disorder()));
    situation.put("figure", "14");
    List<Trial> trials = Schedule.alternating(situation, Engines.NAMES, options.roundsOr(ROUNDS));
    return ClusterRuns.over(
        workload.workload(),
        workload.inputUnderQuota(options, nodes),
        trials,
        (cluster, input) -> {
          BenchmarkContext context = cluster.context();
          Engines engines = RecordPath.engines(workload, options);
          Engines.NAMES.forEach(name -> cluster.warmUp(input, engines.byName(name, context)));
          if (isLimited()) {
            cluster.limitCpu(options.cpuPerNode());
          }
          cluster.measure(
              trials,
              trial ->
                  new EngineRun(cluster, input, engines.byName(trial.variant(), context))
                      .timedAfter(
                          MeasuredWorkload.firstPartUnderQuota(nodes),
                          MeasuredWorkload.partWithoutQuota(nodes))
                      .whileAllRead()
                      .measure(trial));
          cluster.unlimitedCpu();
        });
  }
}
