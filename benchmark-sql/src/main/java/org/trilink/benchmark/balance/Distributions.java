/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * The strategies with keys and records spread uniformly and not: how even loads are (figure 15),
 * and throughput on nodes with a CPU quota each, where all wait for the one with the most to do
 * (figure 16).
 */
final class Distributions {

  private static final long SEED = 1;
  private static final int KEYS = 50_000;

  /** By it the heaviest of the keys has 2.5 % of the records. */
  private static final double ZIPF = 0.8;

  /** A subtask a node. */
  private static final List<Integer> NODES = List.of(8);

  private static final List<Integer> QUICK_NODES = List.of(4);
  private static final long ROWS = 300_000;
  private static final long QUICK_ROWS = 50_000;
  private static final int QUICK_ROUNDS = 1;

  /** One of each kind: what a node's load costs is the same, whoever chose the node. */
  private static final List<String> TIMED_VARIANTS =
      List.of(
          BalanceVariant.FLINK.label(),
          BalanceVariant.MODULO.label(),
          BalanceVariant.LEAST_KEY.label(),
          BalanceVariant.LEAST_COUNT_WITH_HISTORY.label());

  private static final List<String> QUICK_TIMED_VARIANTS =
      List.of(BalanceVariant.FLINK.label(), BalanceVariant.LEAST_COUNT_WITH_HISTORY.label());

  private static final String BALANCE = "15";
  private static final String THROUGHPUT = "16";

  private static final Map<String, String> FLINK =
      Map.of("taskmanager.memory.process.size", "1024m");

  /**
   * One of the paper's four.
   *
   * @param keys which ids there are
   * @param zipf how unequally frequent they are
   */
  private record Distribution(IdSpread keys, double zipf) {

    static final List<Distribution> ALL =
        List.of(
            new Distribution(IdSpread.UNIFORM, 0),
            new Distribution(IdSpread.SKEWED, 0),
            new Distribution(IdSpread.UNIFORM, ZIPF),
            new Distribution(IdSpread.SKEWED, ZIPF));

    Map<String, String> situation(String figure) {
      return Map.of(
          "figure", figure, "keys", keys.toString(), "data", zipf == 0 ? "uniform" : "skewed");
    }
  }

  private Distributions() {}

  static Map<String, String> settings(BenchOptions options) {
    return Map.of(
        "figures 15, 16: nodes",
        String.valueOf(nodes(options)),
        "figures 15, 16: records",
        "%d a node, of %d keys; skewed data by Zipf's law with exponent %s; seed %d"
            .formatted(options.rowsOr(ROWS, QUICK_ROWS), KEYS, ZIPF, SEED),
        "figure 16: CPU of each node",
        options.cpuPerNode() + " cores",
        "figure 16: rounds",
        String.valueOf(options.roundsOr(QUICK_ROUNDS)));
  }

  /** As many as possible: the more there are, the harder it is to spread keys evenly. */
  private static int nodes(BenchOptions options) {
    return Collections.max(options.nodesOr(NODES, QUICK_NODES));
  }

  private static List<Distribution> distributions(BenchOptions options) {
    return options.quick() ? List.of(Distribution.ALL.get(3)) : Distribution.ALL;
  }

  static List<Trial> trials(BenchOptions options) {
    List<Trial> trials = new ArrayList<>();
    for (Distribution distribution : distributions(options)) {
      trials.addAll(balance(distribution));
      trials.addAll(throughput(distribution, options));
    }
    return trials;
  }

  /** Loads are nearly the same in each run. */
  private static List<Trial> balance(Distribution distribution) {
    return Schedule.alternating(distribution.situation(BALANCE), BalanceVariant.labels(), 1);
  }

  private static List<Trial> throughput(Distribution distribution, BenchOptions options) {
    return Schedule.alternating(
        distribution.situation(THROUGHPUT),
        options.quick() ? QUICK_TIMED_VARIANTS : TIMED_VARIANTS,
        options.roundsOr(QUICK_ROUNDS));
  }

  static void run(BenchmarkContext context) {
    BenchOptions options = context.options();
    if (context.hasAll(trials(options))) {
      return;
    }
    try (BenchCluster cluster = BenchCluster.start(context, nodes(options), 1, FLINK)) {
      distributions(options).forEach(distribution -> measure(context, cluster, distribution));
      cluster.succeeded();
    }
  }

  private static void measure(
      BenchmarkContext context, BenchCluster cluster, Distribution distribution) {
    BenchOptions options = context.options();
    List<Trial> balance = balance(distribution);
    List<Trial> throughput = throughput(distribution, options);
    if (context.hasAll(balance) && context.hasAll(throughput)) {
      return;
    }
    GeneratorOptions records =
        new GeneratorOptions(
            options.rowsOr(ROWS, QUICK_ROWS) * cluster.nodes(),
            KEYS,
            0,
            Duration.ZERO,
            distribution.zipf(),
            SEED);
    try (BalanceInput input =
        BalanceInput.fill(
            cluster, new BalanceWorkload(distribution.keys(), cluster.nodes()), records)) {
      // also warms the nodes up for what comes
      context.measure(balance, trial -> measure(cluster, input, trial));
      cluster.limitCpu(options.cpuPerNode());
      context.measure(throughput, trial -> measure(cluster, input, trial));
      cluster.unlimitedCpu();
    }
  }

  private static Measurement measure(BenchCluster cluster, BalanceInput input, Trial trial) {
    long records = input.records().records();
    return new EngineRun(
            cluster, input.records(), BalanceVariant.byLabel(trial.variant()).on(input.history()))
        .timedAfter(records * 2 / 3, records / 2)
        .observedBy(new LoadObserver(records))
        .measure(trial);
  }
}
