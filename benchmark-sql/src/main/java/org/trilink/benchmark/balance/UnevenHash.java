/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.switching.BusyKeys;
import org.trilink.benchmark.switching.SwitchInput;
import org.trilink.benchmark.switching.SwitchWorkload;

/**
 * Throughput where hash is as uneven as the paper's at its worst (figure 16): on nodes with a CPU
 * quota each, where all wait for the one with the most to do. The readings are those of the
 * benchmark "switch" while nothing changes, and most of the work on them is behind the exchange.
 */
final class UnevenHash {

  private static final String FIGURE = "16";
  private static final long SEED = 1;
  private static final int KEYS = 10_000;
  private static final int NODES = 4;

  /** A node that compiles and collects garbage takes a tenth of a core for that alone. */
  private static final int QUOTAS_OF_NODE = 3;

  private static final long WARM_UP_OF_NODE = 20_000;
  private static final long TIMED_OF_NODE = 27_000;
  private static final long QUICK_TIMED_OF_NODE = 9_000;
  private static final int ROUNDS = 4;
  private static final int QUICK_ROUNDS = 1;

  /** One of each kind: what a node's load costs is the same, whoever chose the node. */
  private static final List<BalanceVariant> VARIANTS =
      List.of(
          BalanceVariant.FLINK,
          BalanceVariant.MODULO,
          BalanceVariant.LEAST_KEY,
          BalanceVariant.LEAST_COUNT_WITH_HISTORY);

  private static final List<BalanceVariant> QUICK_VARIANTS =
      List.of(BalanceVariant.FLINK, BalanceVariant.LEAST_COUNT_WITH_HISTORY);

  private static final Map<String, String> FLINK =
      Map.of("taskmanager.memory.process.size", "1024m", "taskmanager.memory.segment-size", "4kb");

  private UnevenHash() {}

  static Map<String, String> settings(BenchOptions options) {
    return Map.of(
        "figure 16: nodes",
        "%d of %s cores".formatted(NODES, cores(options)),
        "figure 16: records",
        "%d a node, of %d keys by Zipf's law with exponent %.3f; seed %d"
            .formatted(timed(options), KEYS, keys().zipf(), SEED),
        "figure 16: busy keys",
        "so that hash has a balance degree of %s, +- %s"
            .formatted(BusyKeys.HASH_DEGREE, BusyKeys.TOLERANCE),
        "figure 16: rounds",
        String.valueOf(options.roundsOr(ROUNDS, QUICK_ROUNDS)));
  }

  private static double cores(BenchOptions options) {
    return QUOTAS_OF_NODE * options.cpuPerNode();
  }

  /** Records of a node that are timed. */
  private static long timed(BenchOptions options) {
    return options.rowsOr(TIMED_OF_NODE, QUICK_TIMED_OF_NODE);
  }

  private static BusyKeys keys() {
    return new BusyKeys(KEYS, NODES, 1, SEED);
  }

  private static SwitchInput input(BenchOptions options) {
    long warmUp = WARM_UP_OF_NODE * NODES;
    long timed = timed(options) * NODES;
    return new SwitchInput(keys(), warmUp, timed, warmUp + timed, SEED);
  }

  static List<Trial> trials(BenchOptions options) {
    return Schedule.alternating(
        Map.of("figure", FIGURE),
        (options.quick() ? QUICK_VARIANTS : VARIANTS).stream().map(BalanceVariant::label).toList(),
        options.roundsOr(ROUNDS, QUICK_ROUNDS));
  }

  static void run(BenchmarkContext context) {
    BenchOptions options = context.options();
    if (context.hasAll(trials(options))) {
      return;
    }
    SwitchInput input = input(options);
    SwitchWorkload workload = new SwitchWorkload(input);
    try (BenchCluster cluster = BenchCluster.start(context, NODES, 1, FLINK);
        BenchInput records = cluster.fill(workload, workload.options())) {
      Path history = cluster.services().folder().temp().resolve("history.csv");
      input.writeHistory(history);
      if (!options.quick()) {
        // with a quota it would take minutes until all is compiled
        cluster.warmUp(records, BalanceVariant.FLINK.on(history));
        cluster.warmUp(records, BalanceVariant.LEAST_KEY.on(history));
      }
      cluster.limitCpu(cores(options));
      context.measure(trials(options), trial -> measure(cluster, records, input, history, trial));
      cluster.unlimitedCpu();
      cluster.succeeded();
    }
  }

  private static Measurement measure(
      BenchCluster cluster, BenchInput records, SwitchInput input, Path history, Trial trial) {
    return new EngineRun(cluster, records, BalanceVariant.byLabel(trial.variant()).on(history))
        .timedAfter(input.warmUp(), input.warmUp() * 9 / 10)
        .observedBy(new LoadObserver(records.records()))
        .measure(trial);
  }
}
