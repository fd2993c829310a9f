/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.switching.PlacementVariants;
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

  private static final List<String> VARIANTS =
      List.of(
          PlacementVariants.HASH,
          PlacementVariants.MODULO,
          PlacementVariants.LEAST_KEY,
          PlacementVariants.LEAST_COUNT,
          PlacementVariants.LEAST_COUNT_WITH_HISTORY,
          PlacementVariants.FLINK);

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
          VARIANTS,
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

  static BenchmarkPart part(BenchOptions options) {
    return new ClusterPart(
        NODES,
        SUBTASKS / NODES,
        FLINK,
        distributions(options).stream().map(each -> runs(each, options)).toList());
  }

  private static ClusterRuns runs(Distribution distribution, BenchOptions options) {
    return LoadRuns.of(
        distribution.trials(),
        new BalanceWorkload(distribution.keys(), SUBTASKS),
        new GeneratorOptions(
            rows(options) * SUBTASKS, KEYS, 0, Duration.ZERO, distribution.zipf(), SEED));
  }
}
