/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Schedule;

/**
 * Busy keys that change while a job runs: placements that stay beside those that follow (the
 * paper's table 9), on nodes with a CPU quota each, where all wait for the one with the most to do.
 */
public final class SwitchBenchmark implements Benchmark {

  private static final String CHANGES = "changes per minute";

  /** Nothing changes: figure 16 at this skew, and what the best placement of a phase comes to. */
  private static final String NEVER = "0";

  private static final String ONCE = "1";
  private static final List<String> RATES = List.of(NEVER, ONCE);

  private static final List<Integer> NODES = List.of(4);

  /** A node that compiles and collects garbage takes a tenth of a core for that alone. */
  private static final int QUOTAS_OF_NODE = 3;

  private static final int KEYS = 10_000;
  private static final long SEED = 1;

  /** Throughput is not what differs by some percents here, and a round takes long. */
  private static final int DEFAULT_ROUNDS = 1;

  private static final int FACTOR = 10;

  /** About what a node of two fifths of a core reads. */
  private static final long RECORDS_PER_SECOND_OF_NODE = 3_000;

  private static final long WARM_UP_OF_NODE = 30_000;
  private static final long TIMED_OF_NODE = 18 * RECORDS_PER_SECOND_OF_NODE;
  private static final long QUICK_TIMED_OF_NODE = 8 * RECORDS_PER_SECOND_OF_NODE;

  /**
   * Under backpressure markers come, like barriers, when what is in Flink's buffers before them has
   * been processed, and such a node takes seconds for 32 kB on each channel. So buffers are small,
   * for all variants.
   */
  private static final Map<String, String> FLINK =
      Map.of("taskmanager.memory.process.size", "1024m", "taskmanager.memory.segment-size", "4kb");

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public String description() {
    return "busy keys that change: placements that stay, and those that follow";
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    BusyKeys keys = new BusyKeys(KEYS, nodes(options), 1, SEED);
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("nodes", String.valueOf(nodes(options)));
    settings.put("CPU of each node", cores(options) + " cores");
    settings.put("rounds", String.valueOf(rounds(options)));
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

  private static int rounds(BenchOptions options) {
    return options.rounds().orElse(DEFAULT_ROUNDS);
  }

  private static int nodes(BenchOptions options) {
    return Collections.max(options.nodesOr(NODES, NODES));
  }

  private static double cores(BenchOptions options) {
    return QUOTAS_OF_NODE * options.cpuPerNode();
  }

  private static long timedOfNode(BenchOptions options) {
    return options.rowsOr(TIMED_OF_NODE, QUICK_TIMED_OF_NODE);
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    List<Trial> trials = new ArrayList<>(switchTrials(options));
    trials.addAll(PauseRuns.trials(options));
    return trials;
  }

  private static List<Trial> switchTrials(BenchOptions options) {
    return RATES.stream().flatMap(rate -> trials(rate, options).stream()).toList();
  }

  private static List<Trial> trials(String rate, BenchOptions options) {
    return Schedule.alternating(Map.of(CHANGES, rate), variants(rate, options), rounds(options));
  }

  private static List<String> variants(String rate, BenchOptions options) {
    Stream.Builder<SwitchVariant> variants = Stream.builder();
    variants.add(SwitchVariant.FLINK);
    if (rate.equals(NEVER) || (rate.equals(ONCE) && !options.quick())) {
      variants.add(SwitchVariant.LEAST_COUNT);
    }
    if (!options.quick() || !rate.equals(NEVER)) {
      variants.add(SwitchVariant.AUTO);
    }
    if (rate.equals(ONCE)) {
      if (!options.quick()) {
        variants.add(SwitchVariant.AUTO_THRESHOLD_04);
      }
      variants.add(SwitchVariant.FLINK_RESTARTED);
    }
    return variants.build().map(SwitchVariant::label).toList();
  }

  @Override
  public void run(BenchmarkContext context) {
    BenchOptions options = context.options();
    if (!context.hasAll(switchTrials(options))) {
      runSwitching(context);
    }
    PauseRuns.run(context);
  }

  private static void runSwitching(BenchmarkContext context) {
    BenchOptions options = context.options();
    try (BenchCluster cluster = BenchCluster.start(context, nodes(options), 1, FLINK)) {
      boolean warm = false;
      for (String rate : RATES) {
        if (!context.hasAll(trials(rate, options))) {
          measure(context, cluster, rate, warm);
          warm = true;
        }
      }
      cluster.succeeded();
    }
  }

  private static void measure(
      BenchmarkContext context, BenchCluster cluster, String rate, boolean warm) {
    BenchOptions options = context.options();
    CompressedTime time = new CompressedTime(FACTOR, RECORDS_PER_SECOND_OF_NODE * cluster.nodes());
    SwitchInput input = input(rate, timedOfNode(options), cluster.nodes(), time);
    SwitchWorkload workload = new SwitchWorkload(input);
    Path history = cluster.services().folder().temp().resolve("history.csv");
    input.writeHistory(history);
    try (BenchInput records = cluster.fill(workload, workload.options())) {
      if (!warm) {
        // with a quota it would take minutes until all is compiled
        cluster.warmUp(records, SwitchVariant.FLINK.on(history, time));
        cluster.warmUp(records, SwitchVariant.AUTO.on(history, time));
      }
      cluster.limitCpu(cores(options));
      context.measure(
          trials(rate, options), trial -> measure(cluster, records, input, history, time, trial));
      cluster.unlimitedCpu();
    }
  }

  /**
   * The input with a rate of changes: of rare ones there is one, in the middle of as much time as
   * there is for one.
   */
  private static SwitchInput input(String rate, long timedOfNode, int nodes, CompressedTime time) {
    long timed = timedOfNode * nodes;
    long warmUp = WARM_UP_OF_NODE * nodes;
    int phases = 1;
    long phase = timed;
    if (!rate.equals(NEVER)) {
      long apart = time.phaseLength(Double.parseDouble(rate));
      boolean rare = timed < 2 * apart;
      phases = rare ? 2 : (int) (timed / apart);
      phase = rare ? apart / 2 : apart;
    }
    BusyKeys keys = new BusyKeys(KEYS, nodes, phases, SEED);
    return new SwitchInput(keys, warmUp, phase, warmUp + phases * phase, SEED);
  }

  private static Measurement measure(
      BenchCluster cluster,
      BenchInput records,
      SwitchInput input,
      Path history,
      CompressedTime time,
      Trial trial) {
    SwitchVariant variant = SwitchVariant.byLabel(trial.variant());
    int restarts = variant.isRestarted() ? input.keys().phases() - 1 : 0;
    OutputGaps gaps = new OutputGaps(restarts);
    EngineRun run =
        new EngineRun(cluster, records, variant.on(history, time))
            .timedAfter(input.warmUp(), input.warmUp() * 9 / 10)
            .withAppendTimes()
            .readBy(gaps)
            .watchedBy(new BalanceCurve(), new SyncLog(cluster.services().folder().logs()), gaps)
            .restartedAfter(
                LongStream.rangeClosed(1, restarts)
                    .map(phase -> phase * input.phaseLength())
                    .boxed()
                    .toList());
    return run.measure(trial);
  }
}
