/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.time.Duration;
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
 * The strategies with keys and records spread uniformly and not: how even loads are (figure 15). On
 * few TaskManagers, as time does not matter.
 */
final class Distributions {

  private static final String FIGURE = "15";
  private static final long SEED = 1;
  private static final int KEYS = 50_000;

  /** By it the heaviest of the keys has 2.5 % of the records. */
  private static final double ZIPF = 0.8;

  private static final int SUBTASKS = 8;
  private static final int NODES = 2;

  /** For each subtask. */
  private static final long ROWS = 60_000;

  private static final long QUICK_ROWS = 50_000;

  private static final Map<String, String> FLINK =
      Map.of("taskmanager.memory.process.size", "2048m");

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

    /** Loads are nearly the same in each run. */
    List<Trial> trials() {
      return Schedule.alternating(
          Map.of(
              "figure", FIGURE, "keys", keys.toString(), "data", zipf == 0 ? "uniform" : "skewed"),
          BalanceVariant.labels(),
          1);
    }
  }

  private Distributions() {}

  static Map<String, String> settings(BenchOptions options) {
    return Map.of(
        "figure 15: subtasks",
        SUBTASKS + " on " + NODES + " TaskManagers",
        "figure 15: records",
        "%d a subtask, of %d keys; skewed data by Zipf's law with exponent %s; seed %d"
            .formatted(rows(options), KEYS, ZIPF, SEED));
  }

  private static long rows(BenchOptions options) {
    return options.rowsOr(ROWS, QUICK_ROWS);
  }

  private static List<Distribution> distributions(BenchOptions options) {
    return options.quick() ? List.of(Distribution.ALL.get(3)) : Distribution.ALL;
  }

  static List<Trial> trials(BenchOptions options) {
    return distributions(options).stream()
        .flatMap(distribution -> distribution.trials().stream())
        .toList();
  }

  static void run(BenchmarkContext context) {
    BenchOptions options = context.options();
    if (context.hasAll(trials(options))) {
      return;
    }
    try (BenchCluster cluster = BenchCluster.start(context, NODES, SUBTASKS / NODES, FLINK)) {
      distributions(options).forEach(distribution -> measure(context, cluster, distribution));
      cluster.succeeded();
    }
  }

  private static void measure(
      BenchmarkContext context, BenchCluster cluster, Distribution distribution) {
    List<Trial> trials = distribution.trials();
    if (context.hasAll(trials)) {
      return;
    }
    GeneratorOptions records =
        new GeneratorOptions(
            rows(context.options()) * SUBTASKS, KEYS, 0, Duration.ZERO, distribution.zipf(), SEED);
    try (BalanceInput input =
        BalanceInput.fill(cluster, new BalanceWorkload(distribution.keys(), SUBTASKS), records)) {
      context.measure(trials, trial -> measure(cluster, input, trial));
    }
  }

  private static Measurement measure(BenchCluster cluster, BalanceInput input, Trial trial) {
    return new EngineRun(
            cluster, input.records(), BalanceVariant.byLabel(trial.variant()).on(input.history()))
        .untimed()
        .observedBy(new LoadObserver(input.records().records()))
        .measure(trial);
  }
}
