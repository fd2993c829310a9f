/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.switching.BusyKeys;
import org.trilink.benchmark.switching.PlacementVariants;
import org.trilink.benchmark.switching.SwitchWorkload;
import org.trilink.benchmark.switching.UnevenRuns;

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

  private static final long WARM_UP_OF_NODE = 20_000;
  private static final long TIMED_OF_NODE = 27_000;
  private static final long QUICK_TIMED_OF_NODE = 9_000;
  private static final int ROUNDS = 4;

  /** One of each kind: what a node's load costs is the same, whoever chose the node. */
  private static final List<String> VARIANTS =
      List.of(
          PlacementVariants.FLINK,
          PlacementVariants.MODULO,
          PlacementVariants.LEAST_KEY,
          PlacementVariants.LEAST_COUNT_WITH_HISTORY);

  private static final List<String> QUICK_VARIANTS =
      List.of(PlacementVariants.FLINK, PlacementVariants.LEAST_COUNT_WITH_HISTORY);

  private UnevenHash() {}

  static Map<String, String> settings(BenchOptions options) {
    return Map.of(
        "figure 16: nodes",
        "%d of %s cores".formatted(NODES, UnevenRuns.cores(options)),
        "figure 16: records",
        "%d a node, of %d keys by Zipf's law with exponent %.3f; seed %d"
            .formatted(timed(options), KEYS, keys().zipf(), SEED),
        "figure 16: busy keys",
        "so that hash has a balance degree of %s, +- %s"
            .formatted(BusyKeys.HASH_DEGREE, BusyKeys.TOLERANCE),
        "figure 16: rounds",
        String.valueOf(options.roundsOr(ROUNDS)));
  }

  /** Records of a node that are timed. */
  private static long timed(BenchOptions options) {
    return options.rowsOr(TIMED_OF_NODE, QUICK_TIMED_OF_NODE);
  }

  private static BusyKeys keys() {
    return new BusyKeys(KEYS, NODES, 1, SEED);
  }

  private static SwitchWorkload input(BenchOptions options) {
    long warmUp = WARM_UP_OF_NODE * NODES;
    long timed = timed(options) * NODES;
    return new SwitchWorkload(keys(), warmUp, timed, warmUp + timed, SEED);
  }

  static BenchmarkPart part(BenchOptions options) {
    return new ClusterPart(
        NODES,
        1,
        UnevenRuns.FLINK,
        List.of(
            new UnevenRuns(
                    trials(options),
                    input(options),
                    UnevenRuns.cores(options),
                    options.quick()
                        ? List.of()
                        : List.of(PlacementVariants.FLINK, PlacementVariants.LEAST_KEY),
                    PlacementVariants::byName,
                    (run, cluster, input, trial) ->
                        run.observedBy(new LoadObserver(input.records())))
                .runs()));
  }

  private static List<Trial> trials(BenchOptions options) {
    return Schedule.alternating(
        Map.of("figure", FIGURE),
        options.quick() ? QUICK_VARIANTS : VARIANTS,
        options.roundsOr(ROUNDS));
  }
}
