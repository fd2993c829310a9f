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
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * The loads of as many subtasks as in the paper by hash, Flink's own and Trilink's, which has key
 * groups in equal numbers for all of them: by the number of keys (figure 7), and with an id of its
 * own for each record (table 3). On few TaskManagers, as time does not matter.
 */
final class ManySubtasks {

  private static final List<String> VARIANTS =
      List.of(BalanceVariant.FLINK.label(), BalanceVariant.HASH.label());
  private static final List<String> FLINKS = List.of(BalanceVariant.FLINK.label());
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

  static List<Trial> trials(BenchOptions options) {
    List<Trial> trials = new ArrayList<>();
    keys(options).forEach(keys -> trials.addAll(figure7(keys, options)));
    if (!options.quick()) {
      trials.addAll(table3());
    }
    return trials;
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

  static void run(BenchmarkContext context) {
    BenchOptions options = context.options();
    if (context.hasAll(trials(options))) {
      return;
    }
    try (BenchCluster cluster = BenchCluster.start(context, NODES, SUBTASKS / NODES, FLINK)) {
      for (int keys : keys(options)) {
        measure(context, cluster, keys, figure7(keys, options));
      }
      if (!options.quick()) {
        measure(context, cluster, rows(options), table3());
      }
      cluster.succeeded();
    }
  }

  private static void measure(
      BenchmarkContext context, BenchCluster cluster, int keys, List<Trial> trials) {
    if (context.hasAll(trials)) {
      return;
    }
    GeneratorOptions input =
        new GeneratorOptions(rows(context.options()), keys, 0, Duration.ZERO, 0, SEED);
    try (BalanceInput records =
        BalanceInput.fill(cluster, new BalanceWorkload(IdSpread.UNIFORM, SUBTASKS), input)) {
      context.measure(
          trials,
          trial ->
              new EngineRun(
                      cluster,
                      records.records(),
                      BalanceVariant.byLabel(trial.variant()).on(records.history()))
                  .untimed()
                  .observedBy(new LoadObserver(records.records().records()))
                  .measure(trial));
    }
  }
}
