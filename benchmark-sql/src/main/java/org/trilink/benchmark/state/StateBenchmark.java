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
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.CheckpointObserver;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** Low-voltage with few sensors and with many, on either of Flink's state backends. */
public final class StateBenchmark implements Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");

  /** For each node. */
  private static final long WARM_UP_ROWS = 1_000_000;

  private static final int WARM_UP_KEYS = 1_000;
  private static final List<Integer> NODES = List.of(2);

  @Override
  public String name() {
    return "state";
  }

  @Override
  public String description() {
    return "heap and RocksDB with a thousand to ten million keys";
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("CPU", "all nodes share the machine's, without quotas");
    settings.put("nodes", String.valueOf(nodes(options)));
    settings.put("warmed up", options.quick() ? "no" : "yes");
    settings.put("object reuse", "on");
    StateCluster.of(options)
        .forEach(cluster -> settings.putAll(cluster.settings(options, nodes(options))));
    return settings;
  }

  private static int nodes(BenchOptions options) {
    return options.nodesOr(NODES, NODES).get(0);
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    return StateCluster.of(options).stream()
        .flatMap(cluster -> cluster.trials(options).stream())
        .toList();
  }

  @Override
  public void run(BenchmarkContext context) {
    for (StateCluster each : StateCluster.of(context.options())) {
      if (!context.hasAll(each.trials(context.options()))) {
        run(context, each);
      }
    }
  }

  private static void run(BenchmarkContext context, StateCluster each) {
    BenchOptions options = context.options();
    try (BenchCluster cluster = BenchCluster.start(context, nodes(options), 1, each.flink())) {
      if (!options.quick()) {
        warmUp(cluster, each);
      }
      each.points().forEach(point -> measure(context, cluster, point));
      cluster.succeeded();
    }
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

  private static void measure(BenchmarkContext context, BenchCluster cluster, StatePoint point) {
    BenchOptions options = context.options();
    List<Trial> trials = point.trials(options);
    if (context.hasAll(trials)) {
      return;
    }
    try (BenchInput input = cluster.fill(WORKLOAD, point.input(options, cluster.nodes()))) {
      context.measure(trials, trial -> measure(cluster, input, point, trial));
    }
  }

  private static Measurement measure(
      BenchCluster cluster, BenchInput input, StatePoint point, Trial trial) {
    Variant variant = StateBackend.of(trial).under(Variant.of(trial, point.variants()));
    EngineRun run =
        new EngineRun(cluster, input, variant)
            .timed(point.timed())
            .observedBy(new CheckpointObserver());
    return (point.isAllTimed() ? run.untilInState() : run).measure(trial);
  }
}
