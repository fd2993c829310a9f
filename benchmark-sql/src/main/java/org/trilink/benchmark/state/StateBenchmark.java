/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.state;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** Low-voltage with few sensors and with many, on either of Flink's state backends. */
public final class StateBenchmark extends Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");

  /** For each node. */
  private static final long WARM_UP_ROWS = 1_000_000;

  private static final int WARM_UP_KEYS = 1_000;

  public StateBenchmark() {
    super("state", "heap and RocksDB with a thousand to ten million keys");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("CPU", "all nodes share the machine's, without quotas");
    settings.put("nodes", String.valueOf(options.nodesOfOneCluster()));
    settings.put("warmed up", options.quick() ? "no" : "yes");
    settings.put("object reuse", "on");
    StateCluster.of(options)
        .forEach(
            cluster -> settings.putAll(cluster.settings(options, options.nodesOfOneCluster())));
    return settings;
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return StateCluster.of(options).stream().map(each -> part(each, options)).toList();
  }

  private static BenchmarkPart part(StateCluster each, BenchOptions options) {
    return new ClusterPart(
        options.nodesOfOneCluster(),
        1,
        each.flink(),
        cluster -> {
          if (!options.quick()) {
            warmUp(cluster, each);
          }
        },
        each.points().stream().map(point -> runs(point, options)).toList());
  }

  /** With few keys, which take little time. */
  private static void warmUp(BenchCluster cluster, StateCluster each) {
    GeneratorOptions few =
        StatePoint.generated(WARM_UP_ROWS * cluster.nodes(), WARM_UP_KEYS, StatePoint.IN_ORDER);
    try (BenchInput input = cluster.fill(WORKLOAD, few)) {
      for (StateBackend backend : StateBackend.values()) {
        each.variants().forEach(variant -> cluster.warmUp(input, backend.under(variant)));
      }
    }
  }

  /** The runs with one number of keys. */
  private static ClusterRuns runs(StatePoint point, BenchOptions options) {
    return ClusterRuns.over(
        WORKLOAD,
        point.input(options, options.nodesOfOneCluster()),
        point.trials(options),
        (cluster, input) ->
            cluster.measure(point.trials(options), trial -> measure(cluster, input, point, trial)));
  }

  private static Measurement measure(
      BenchCluster cluster, BenchInput input, StatePoint point, Trial trial) {
    Variant variant = StateBackend.of(trial).under(Variant.of(trial, point.variants()));
    EngineRun run =
        new EngineRun(cluster, input, variant)
            .timed(point.timed())
            .observedBy((job, values) -> values.checkpoints(job.checkpoints()));
    return (point.isAllTimed() ? run.untilInState() : run).measure(trial);
  }
}
