/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;

/**
 * Busy keys that change while a job runs: placements that stay beside those that follow (the
 * paper's table 9), on nodes with a CPU quota each, where all wait for the one with the most to do.
 */
public final class SwitchBenchmark extends Benchmark {

  private static final String CHANGES = "changes per minute";

  /** Nothing changes: figure 16 at this skew, and what the best placement of a phase comes to. */
  private static final String NEVER = "0";

  private static final String ONCE = "1";
  private static final List<String> RATES = List.of(NEVER, ONCE);

  private static final List<Integer> NODES = List.of(4);

  private static final int KEYS = 10_000;
  private static final long SEED = 1;

  /** Throughput is not what differs by some percents here, and a round takes long. */
  private static final int DEFAULT_ROUNDS = 1;

  /** Time passes so many times as fast as in the paper, that of changes and that of the monitor. */
  private static final int FACTOR = 10;

  /** About what a node of two fifths of a core reads. */
  private static final long RECORDS_PER_SECOND_OF_NODE = 3_000;

  private static final long WARM_UP_OF_NODE = 30_000;
  private static final long TIMED_OF_NODE = 18 * RECORDS_PER_SECOND_OF_NODE;
  private static final long QUICK_TIMED_OF_NODE = 8 * RECORDS_PER_SECOND_OF_NODE;

  public SwitchBenchmark() {
    super("switch", "busy keys that change: placements that stay, and those that follow");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    BusyKeys keys = new BusyKeys(KEYS, nodes(options), 1, SEED);
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("nodes", String.valueOf(nodes(options)));
    settings.put("CPU of each node", UnevenRuns.cores(options) + " cores");
    settings.put("rounds", String.valueOf(options.roundsOr(DEFAULT_ROUNDS)));
    settings.put(
        "time",
        "%d times as fast as in the paper: changes, and the monitor's times; by %,d records/s a node"
            .formatted(FACTOR, RECORDS_PER_SECOND_OF_NODE));
    settings.put(
        "records",
        "%,d a node and more, of %d keys by Zipf's law with exponent %.3f; seed %d"
            .formatted(timedOfNode(options), KEYS, keys.zipf(), SEED));
    settings.putAll(PauseRuns.settings());
    settings.put(
        "busy keys",
        "so that hash has a balance degree of %s, +- %s, in each phase"
            .formatted(BusyKeys.HASH_DEGREE, BusyKeys.TOLERANCE));
    return settings;
  }

  private static int nodes(BenchOptions options) {
    return Collections.max(options.nodesOr(NODES, NODES));
  }

  private static long timedOfNode(BenchOptions options) {
    return options.rowsOr(TIMED_OF_NODE, QUICK_TIMED_OF_NODE);
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    List<BenchmarkPart> parts = new ArrayList<>();
    parts.add(
        new ClusterPart(
            nodes(options),
            1,
            UnevenRuns.FLINK,
            RATES.stream().map(rate -> runs(rate, options)).toList()));
    parts.addAll(PauseRuns.parts(options));
    return parts;
  }

  private static ClusterRuns runs(String rate, BenchOptions options) {
    SwitchWorkload input = input(rate, timedOfNode(options), nodes(options));
    return new UnevenRuns(
            trials(rate, options),
            input,
            UnevenRuns.cores(options),
            List.of(PlacementVariants.FLINK, PlacementVariants.AUTO),
            (name, history) -> PlacementVariants.byName(name, history, FACTOR),
            (run, cluster, records, trial) -> watched(run, cluster, input, trial))
        .runs();
  }

  private static List<Trial> trials(String rate, BenchOptions options) {
    return Schedule.alternating(
        Map.of(CHANGES, rate), variants(rate, options), options.roundsOr(DEFAULT_ROUNDS));
  }

  private static List<String> variants(String rate, BenchOptions options) {
    List<String> variants = new ArrayList<>();
    variants.add(PlacementVariants.FLINK);
    if (rate.equals(NEVER) || (rate.equals(ONCE) && !options.quick())) {
      variants.add(PlacementVariants.LEAST_COUNT_WITH_HISTORY);
    }
    if (!options.quick() || !rate.equals(NEVER)) {
      variants.add(PlacementVariants.AUTO);
    }
    if (rate.equals(ONCE)) {
      if (!options.quick()) {
        variants.add(PlacementVariants.AUTO_THRESHOLD_04);
      }
      variants.add(PlacementVariants.FLINK_RESTARTED);
    }
    return variants;
  }

  /**
   * The input with a rate of changes: of rare ones there is one, in the middle of as much time as
   * there is for one.
   */
  private static SwitchWorkload input(String rate, long timedOfNode, int nodes) {
    long timed = timedOfNode * nodes;
    long warmUp = WARM_UP_OF_NODE * nodes;
    int phases = 1;
    long phase = timed;
    if (!rate.equals(NEVER)) {
      double perMinute = 60 * RECORDS_PER_SECOND_OF_NODE * nodes;
      long apart = (long) (perMinute / Double.parseDouble(rate) / FACTOR);
      boolean rare = timed < 2 * apart;
      phases = rare ? 2 : (int) (timed / apart);
      phase = rare ? apart / 2 : apart;
    }
    BusyKeys keys = new BusyKeys(KEYS, nodes, phases, SEED);
    return new SwitchWorkload(keys, warmUp, phase, warmUp + phases * phase, SEED);
  }

  private static EngineRun watched(
      EngineRun run, BenchCluster cluster, SwitchWorkload input, Trial trial) {
    boolean restarted = trial.variant().equals(PlacementVariants.FLINK_RESTARTED);
    int restarts = restarted ? input.keys().phases() - 1 : 0;
    OutputGaps gaps = new OutputGaps(restarts);
    return run.withAppendTimes()
        .readBy(gaps)
        .observedBy(new BalanceCurve(), new SyncLog(cluster.services().folder().logs()), gaps)
        .restartedAfter(
            LongStream.rangeClosed(1, restarts)
                .map(phase -> phase * input.phaseLength())
                .boxed()
                .toList());
  }
}
