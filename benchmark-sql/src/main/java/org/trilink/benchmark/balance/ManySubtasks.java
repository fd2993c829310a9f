/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.time.Duration;
import java.util.ArrayList;
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
 * The loads of as many subtasks as in the paper by hash, Flink's own and Trilink's, which has key
 * groups in equal numbers for all of them: by the number of keys (figure 7), and with an id of its
 * own for each record (table 3). On few TaskManagers, as time does not matter.
 */
final class ManySubtasks {

  private static final List<String> VARIANTS =
      List.of(PlacementVariants.FLINK, PlacementVariants.HASH);
  private static final List<String> FLINKS = List.of(PlacementVariants.FLINK);
  private static final int SUBTASKS = 60;
  private static final int NODES = 2;
  private static final long SEED = 1;

  private static final int ROWS = 1_000_000;
  private static final int QUICK_ROWS = 200_000;
  private static final List<Integer> KEYS = List.of(1_000, 10_000, 1_000_000);
  private static final List<Integer> QUICK_KEYS = List.of(10_000);

  /** Each subtask has a channel to each, with buffers of its own. */
  private static final Map<String, String> FLINK =
      Map.of(
          "taskmanager.memory.process.size", "4096m",
          "taskmanager.memory.network.min", "768m",
          "taskmanager.memory.network.max", "768m");

  private ManySubtasks() {}

  static Map<String, String> settings(BenchOptions options) {
    return Map.of(
        "figure 7, table 3: subtasks",
        SUBTASKS + " on " + NODES + " TaskManagers",
        "figure 7, table 3: records",
        String.valueOf(rows(options)));
  }

  private static int rows(BenchOptions options) {
    return options.quick() ? QUICK_ROWS : ROWS;
  }

  static BenchmarkPart part(BenchOptions options) {
    List<ClusterRuns> runs = new ArrayList<>();
    keys(options).forEach(keys -> runs.add(runs(figure7(keys, options), keys, options)));
    if (!options.quick()) {
      runs.add(runs(table3(), rows(options), options));
    }
    return new ClusterPart(NODES, SUBTASKS / NODES, FLINK, runs);
  }

  private static ClusterRuns runs(List<Trial> trials, int keys, BenchOptions options) {
    return LoadRuns.of(
        trials,
        new BalanceWorkload(IdSpread.UNIFORM, SUBTASKS),
        new GeneratorOptions(rows(options), keys, 0, Duration.ZERO, 0, SEED));
  }

  private static List<Integer> keys(BenchOptions options) {
    return options.quick() ? QUICK_KEYS : KEYS;
  }

  private static List<Trial> figure7(int keys, BenchOptions options) {
    return Schedule.alternating(
        Map.of("figure", "7", "keys", String.valueOf(keys)),
        options.quick() ? FLINKS : VARIANTS,
        1);
  }

  /** The paper's loads are those of Flink's hash. */
  private static List<Trial> table3() {
    return Schedule.alternating(Map.of("table", "3"), FLINKS, 1);
  }
}
