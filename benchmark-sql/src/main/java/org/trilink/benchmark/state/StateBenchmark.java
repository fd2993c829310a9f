/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.state;

import java.time.Duration;
import java.util.ArrayList;
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
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** Low-voltage with few sensors and with many, on either of Flink's state backends. */
public final class StateBenchmark implements Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");

  private static final double DISORDER = 0.5;
  private static final Duration SKEW = Duration.ofMinutes(3);
  private static final long SEED = 1;

  /** For each node. */
  private static final long WARM_UP_ROWS = 1_000_000;

  private static final int WARM_UP_KEYS = 1_000;
  private static final List<Integer> NODES = List.of(2);

  private static final Variant FLINK = Variant.flink("flink").withObjectReuse();
  private static final Variant TRILINK = Variant.trilinkWithPlainExchange("trilink");
  private static final List<Variant> VARIANTS =
      List.of(FLINK, TRILINK, Variant.trilinkWithLocalMerge());

  /**
   * Some numbers of keys on one cluster.
   *
   * @param rows for each node
   * @param variants what is compared
   * @param rounds unless the user asks for another number
   * @param timed which part of the rows is timed, the last ones
   * @param memory of a TaskManager
   */
  private record Points(
      List<Integer> keys,
      long rows,
      List<Variant> variants,
      int rounds,
      double timed,
      Map<String, String> memory) {

    static final Points FEW =
        new Points(
            List.of(1_000, 100_000),
            4_000_000,
            VARIANTS,
            BenchOptions.ROUNDS,
            EngineRun.TIMED_PART,
            Map.of("taskmanager.memory.process.size", "3072m"));

    /**
     * So many rows that the timed part of them takes longer than a checkpoint, as what waits in
     * buffers for the next one is work that is not timed.
     */
    static final Points MANY =
        new Points(
            List.of(1_000_000),
            6_000_000,
            VARIANTS,
            BenchOptions.ROUNDS,
            EngineRun.TIMED_PART,
            FEW.memory());

    /**
     * A record a key, and one round, which takes minutes. Managed memory is as much as the other
     * points have. Nearly all is timed: a checkpoint of so many keys may take longer than their
     * last third.
     */
    static final Points MOST =
        new Points(
            List.of(10_000_000),
            5_000_000,
            List.of(FLINK, TRILINK),
            1,
            0.8,
            Map.of(
                "taskmanager.memory.process.size",
                "7168m",
                "taskmanager.memory.managed.size",
                "1024m",
                "taskmanager.memory.network.max",
                "256m"));

    static final Points QUICK =
        new Points(
            List.of(1_000),
            150_000,
            List.of(FLINK, TRILINK),
            1,
            EngineRun.TIMED_PART,
            FEW.memory());

    static List<Points> of(BenchOptions options) {
      return options.quick() ? List.of(QUICK) : List.of(FEW, MANY, MOST);
    }

    GeneratorOptions input(BenchOptions options, int count) {
      return generated(options.rows().orElse(rows) * nodes(options), count);
    }

    int rounds(BenchOptions options) {
      return options.rounds().orElse(rounds);
    }

    List<Trial> trials(BenchOptions options) {
      return keys.stream().flatMap(count -> trials(options, count).stream()).toList();
    }

    List<Trial> trials(BenchOptions options, int count) {
      List<String> names = variants.stream().map(Variant::name).toList();
      List<Trial> trials = new ArrayList<>();
      for (StateBackend backend : StateBackend.values()) {
        trials.addAll(
            Schedule.alternating(
                Map.of(StateBackend.COORDINATE, backend.toString(), "keys", String.valueOf(count)),
                names,
                rounds(options)));
      }
      return trials;
    }
  }

  private static GeneratorOptions generated(long rows, int keys) {
    return new GeneratorOptions(rows, keys, DISORDER, SKEW, 0, SEED);
  }

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
    for (Points points : Points.of(options)) {
      for (int keys : points.keys()) {
        settings.put("input of %,d keys".formatted(keys), points.input(options, keys).toString());
        settings.put(
            "rounds with %,d keys".formatted(keys), String.valueOf(points.rounds(options)));
        settings.put(
            "timed with %,d keys".formatted(keys),
            "the last %,d records"
                .formatted(Math.round(points.timed() * points.input(options, keys).rows())));
        settings.put(
            "TaskManagers for %,d keys".formatted(keys), new TreeMap<>(points.memory()).toString());
      }
    }
    return settings;
  }

  private static int nodes(BenchOptions options) {
    return options.nodesOr(NODES, NODES).get(0);
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    return Points.of(options).stream().flatMap(points -> points.trials(options).stream()).toList();
  }

  @Override
  public void run(BenchmarkContext context) {
    for (Points points : Points.of(context.options())) {
      if (!context.hasAll(points.trials(context.options()))) {
        run(context, points);
      }
    }
  }

  private static void run(BenchmarkContext context, Points points) {
    BenchOptions options = context.options();
    try (BenchCluster cluster = BenchCluster.start(context, nodes(options), 1, points.memory())) {
      if (!options.quick()) {
        warmUp(options, cluster, points);
      }
      for (int keys : points.keys()) {
        List<Trial> trials = points.trials(options, keys);
        if (!context.hasAll(trials)) {
          try (BenchInput input = cluster.fill(WORKLOAD, points.input(options, keys))) {
            context.measure(trials, trial -> measure(cluster, input, points, trial));
          }
        }
      }
      cluster.succeeded();
    }
  }

  /** With few keys, which take little time. */
  private static void warmUp(BenchOptions options, BenchCluster cluster, Points points) {
    GeneratorOptions few = generated(WARM_UP_ROWS * nodes(options), WARM_UP_KEYS);
    try (BenchInput input = cluster.fill(WORKLOAD, few)) {
      for (StateBackend backend : StateBackend.values()) {
        points.variants().forEach(variant -> cluster.warmUp(input, backend.under(variant)));
      }
    }
  }

  private static Measurement measure(
      BenchCluster cluster, BenchInput input, Points points, Trial trial) {
    Variant variant = StateBackend.of(trial).under(Variant.of(trial, VARIANTS));
    return new EngineRun(cluster, input, variant)
        .timed(points.timed())
        .observedBy(new CheckpointObserver())
        .measure(trial);
  }
}
