/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.latency;

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
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.SteadyRun;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/**
 * Low-voltage in order, at a low and at a high steady rate: how late rows are, what checkpoints
 * take, and how long it takes a job to start; and of all workloads how long the first row takes.
 */
public final class LatencyBenchmark extends Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");

  private static final String RATE = "rate";
  private static final List<Integer> RATES = List.of(1_000, 50_000);
  private static final List<Integer> QUICK_RATES = List.of(1_000);
  private static final int ROUNDS = 2;

  /** A run at a steady rate has some thousand latencies. */
  private static final int STEADY_ROUNDS = 1;

  private static final long SEED = 1;

  /** Event time runs so much faster than the clock: a minute's window ends every 1.2 s. */
  private static final int SPEED = 50;

  /** Enough for the rows of two windows. */
  private static final Duration BEFORE_START = Duration.ofMinutes(2);

  private static final Duration PACED = Duration.ofSeconds(11);
  private static final Duration QUICK_PACED = Duration.ofSeconds(5);

  /** The first part of the paced time, whose latencies are left out: the job is new. */
  private static final Duration CATCH_UP = Duration.ofSeconds(5);

  private static final Duration QUICK_CATCH_UP = Duration.ofSeconds(2);

  /** Until then the JVMs are warm. */
  private static final long WARM_UP_ROWS = 2_000_000;

  private static final long QUICK_WARM_UP_ROWS = 100_000;

  public LatencyBenchmark() {
    super("latency", "latency, checkpoints and a job's start at steady rates");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("CPU", "all nodes share the machine's, without quotas");
    settings.put("rounds", String.valueOf(options.roundsOr(STEADY_ROUNDS)));
    settings.put("rounds of starts", String.valueOf(options.roundsOr(ROUNDS)));
    settings.put("nodes", String.valueOf(options.nodesOfOneCluster()));
    settings.put("object reuse", "on");
    settings.put("event time", "runs %d times as fast as the clock".formatted(SPEED));
    settings.put("before the job is submitted", "input of " + BEFORE_START);
    settings.put("left out of latencies", "input of " + head(options));
    for (int rate : rates(options)) {
      settings.put("input at %,d records/s".formatted(rate), input(options, rate).toString());
    }
    settings.putAll(FirstRows.settings(options));
    return settings;
  }

  private static List<Integer> rates(BenchOptions options) {
    return options.quick() ? QUICK_RATES : RATES;
  }

  /** Without local merge, with --quick. */
  private static List<Variant> variants(BenchOptions options) {
    return options.quick() ? Variant.USUAL.subList(0, 2) : Variant.USUAL;
  }

  /** In event time. */
  private static Duration head(BenchOptions options) {
    Duration catchUp = options.quick() ? QUICK_CATCH_UP : CATCH_UP;
    return BEFORE_START.plus(catchUp.multipliedBy(SPEED));
  }

  /** A sensor has a reading each second of event time. */
  private static int sensors(int rate) {
    return rate / SPEED;
  }

  private static long recordsBefore(int rate) {
    return sensors(rate) * BEFORE_START.toSeconds();
  }

  private static GeneratorOptions input(BenchOptions options, int rate) {
    Duration paced = options.quick() ? QUICK_PACED : PACED;
    long records = recordsBefore(rate) + rate * paced.toSeconds();
    return inOrder(records, sensors(rate));
  }

  private static GeneratorOptions inOrder(long records, int sensors) {
    return new GeneratorOptions(records, sensors, 0, Duration.ZERO, 0, SEED);
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    List<ClusterRuns> runs = new ArrayList<>();
    runs.add(steadyRuns(options));
    runs.addAll(FirstRows.runs(options, options.roundsOr(ROUNDS)));
    return List.of(new ClusterPart(options.nodesOfOneCluster(), 1, Map.of(), runs));
  }

  private static List<Trial> steady(BenchOptions options) {
    List<Trial> trials = new ArrayList<>();
    List<String> names = Variant.names(variants(options));
    for (int rate : rates(options)) {
      trials.addAll(
          Schedule.alternating(
              Map.of("workload", WORKLOAD.name(), RATE, String.valueOf(rate)),
              names,
              options.roundsOr(STEADY_ROUNDS)));
    }
    return trials;
  }

  /** The runs at steady rates, which have no input in common. */
  private static ClusterRuns steadyRuns(BenchOptions options) {
    return new ClusterRuns(
        steady(options),
        cluster -> {
          warmUp(cluster, options);
          cluster.measure(steady(options), trial -> measure(cluster, options, trial));
        });
  }

  /** With --quick as well: a start is not to be that of a JVM. */
  private static void warmUp(BenchCluster cluster, BenchOptions options) {
    long records = options.quick() ? QUICK_WARM_UP_ROWS : WARM_UP_ROWS;
    try (BenchInput input =
        cluster.fill(WORKLOAD, inOrder(records, sensors(RATES.get(RATES.size() - 1))))) {
      variants(options).forEach(variant -> cluster.warmUp(input, variant));
    }
  }

  private static Measurement measure(BenchCluster cluster, BenchOptions options, Trial trial) {
    int rate = Integer.parseInt(trial.situation().get(RATE));
    return new SteadyRun(cluster, WORKLOAD, input(options, rate), rate)
        .withColdStart(recordsBefore(rate))
        .withLatencies(head(options))
        .observedBy((job, values) -> values.checkpoints(job.checkpoints()))
        .measure(trial, Variant.of(trial, Variant.USUAL));
  }
}
