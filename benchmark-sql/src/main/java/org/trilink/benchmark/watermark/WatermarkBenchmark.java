/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.watermark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.JobObserver;
import org.trilink.benchmark.run.ResultReader;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.SteadyRun;
import org.trilink.benchmark.run.Tuning;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.Await;

/**
 * Low-voltage with a share of the sensors late: how fast, how complete and how late results are,
 * for stock Flink in three ways and for Trilink. And, for one constant skew, what delays of the
 * watermark save.
 */
public final class WatermarkBenchmark extends Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");

  private static final List<Double> DISORDERS = List.of(0.25, 0.5, 0.75);
  private static final List<Double> QUICK_DISORDERS = List.of(0.5);

  /** The only disorder that latency is measured with: a paced run takes as long as its input. */
  private static final double PACED_DISORDER = 0.5;

  /** The part of the input that is timed, the last one: some seconds. */
  private static final double TIMED = 2.0 / 3;

  private static final Duration SKEW = Duration.ofMinutes(3);
  private static final int SENSORS = 2_000;
  private static final long SEED = 1;
  private static final long ROWS = 2_000_000;
  private static final long QUICK_ROWS = 200_000;

  /** Enough to compile what runs: with late firing it takes as long as three runs otherwise. */
  private static final long WARM_UP_ROWS = 750_000;

  /** Paced runs: one reading a second and sensor in event time, which runs so much faster. */
  private static final int PACED_SENSORS = 500;

  private static final int QUICK_PACED_SENSORS = 200;

  private static final Duration PACED_SPAN = Duration.ofMinutes(9);
  private static final Duration QUICK_PACED_SPAN = Duration.ofMinutes(6);
  private static final int PACED_SPEED = 24;
  private static final int QUICK_PACED_SPEED = 50;

  private static final List<String> DELAYS = List.of("0", "1/2", "1");
  private static final List<String> QUICK_DELAYS = List.of("0");

  /** The share of the skew that the watermark is behind, by its name. */
  private static final Map<String, Double> SHARES = Map.of("0", 0.0, "1/2", 0.5, "1", 1.0);

  private static final String FLINK = "flink";

  public WatermarkBenchmark() {
    super("watermark", "throughput, completeness and latency under disorder");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("CPU", "all nodes share the machine's, without quotas");
    for (double disorder : disorders(options)) {
      settings.put("rounds with disorder " + disorder, String.valueOf(rounds(disorder, options)));
    }
    settings.put("nodes", String.valueOf(options.nodesOfOneCluster()));
    settings.put("tuned and warmed up", options.quick() ? "no" : "yes");
    settings.put("input", input(options, 0.5).toString());
    settings.put("input of paced runs", pacedInput(options).toString());
    settings.put("event time of paced runs", "runs %d times as fast".formatted(speed(options)));
    settings.put("records/s of paced runs", String.valueOf(pacedSensors(options) * speed(options)));
    settings.put("sweep of delays", "one third of the sensors late by " + SKEW);
    return settings;
  }

  private static int speed(BenchOptions options) {
    return options.quick() ? QUICK_PACED_SPEED : PACED_SPEED;
  }

  private static int pacedSensors(BenchOptions options) {
    return options.quick() ? QUICK_PACED_SENSORS : PACED_SENSORS;
  }

  private static GeneratorOptions input(BenchOptions options, double disorder) {
    return generated(options.rowsOr(ROWS, QUICK_ROWS) * options.nodesOfOneCluster(), disorder);
  }

  private static GeneratorOptions generated(long rows, double disorder) {
    return new GeneratorOptions(rows, SENSORS, disorder, SKEW, 0, SEED);
  }

  private static GeneratorOptions pacedInput(BenchOptions options) {
    Duration span = options.quick() ? QUICK_PACED_SPAN : PACED_SPAN;
    return new GeneratorOptions(
        pacedSensors(options) * span.toSeconds(),
        pacedSensors(options),
        PACED_DISORDER,
        SKEW,
        0,
        SEED);
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    Runs runs = new Runs(options);
    List<ClusterRuns> all = new ArrayList<>();
    for (double disorder : disorders(options)) {
      List<Trial> trials = disordered(disorder, options);
      boolean tunes = !options.quick() && all.isEmpty();
      all.add(
          new ClusterRuns(
              tunes ? Stream.of(tuning().trials(), trials).flatMap(List::stream).toList() : trials,
              cluster -> runs.disordered(cluster, disorder)));
    }
    all.add(new ClusterRuns(paced(options), runs::paced));
    all.add(new ClusterRuns(sweep(options), runs::sweep));
    return List.of(new ClusterPart(options.nodesOfOneCluster(), 1, Map.of(), runs::warmUp, all));
  }

  private static List<Double> disorders(BenchOptions options) {
    return options.quick() ? QUICK_DISORDERS : DISORDERS;
  }

  private static Tuning tuning() {
    return Tuning.ofSettings(Variant.flink(FLINK), situation(DISORDERS.get(0)));
  }

  private static Map<String, String> situation(double disorder) {
    return Map.of("workload", WORKLOAD.name(), "disorder", "%.2f".formatted(disorder));
  }

  private static List<Trial> disordered(double disorder, BenchOptions options) {
    return Schedule.alternating(
        situation(disorder), WatermarkVariants.NAMES, rounds(disorder, options));
  }

  /** The others only show that it hardly matters how many are late. */
  private static int rounds(double disorder, BenchOptions options) {
    return disorder == PACED_DISORDER ? options.standardRounds() : options.roundsOr(1);
  }

  private static List<Trial> paced(BenchOptions options) {
    Map<String, String> situation = new TreeMap<>(situation(PACED_DISORDER));
    situation.put("phase", "latency");
    List<String> variants =
        options.quick()
            ? List.of(WatermarkVariants.DELAY_OF_SKEW, WatermarkVariants.TRILINK)
            : WatermarkVariants.NAMES;
    return Schedule.alternating(situation, variants, 1);
  }

  private static List<Trial> sweep(BenchOptions options) {
    List<Trial> trials = new ArrayList<>();
    int rounds = options.standardRounds();
    for (String delay : options.quick() ? QUICK_DELAYS : DELAYS) {
      List<String> variants =
          delay.equals("0") && !options.quick()
              ? List.of(FLINK, WatermarkVariants.TRILINK)
              : List.of(FLINK);
      trials.addAll(
          Schedule.alternating(Map.of("sweep", "delay", "delay", delay), variants, rounds));
    }
    return trials;
  }

  /** The runs on the cluster. */
  private record Runs(BenchOptions options) {

    void warmUp(BenchCluster cluster) {
      if (options.quick()) {
        return;
      }
      WatermarkVariants variants = untuned();
      long rows = WARM_UP_ROWS * cluster.nodes();
      try (BenchInput input = cluster.fill(WORKLOAD, generated(rows, DISORDERS.get(0)))) {
        tuning().warmUp(cluster, input);
        cluster.warmUp(input, variants.byName(WatermarkVariants.LATE_FIRING));
        cluster.warmUp(input, variants.byName(WatermarkVariants.TRILINK));
        cluster.warmUp(input, variants.byName(WatermarkVariants.ANY_ORDER));
        cluster.warmUp(input, variants.byName(WatermarkVariants.LOCAL_MERGE));
      }
    }

    private static WatermarkVariants untuned() {
      return new WatermarkVariants(SKEW, Variant.flink(FLINK).withObjectReuse().settings());
    }

    /** Stock Flink at its best, which the first runs have found; with --quick as it is. */
    private WatermarkVariants variants(BenchCluster cluster) {
      return options.quick()
          ? untuned()
          : new WatermarkVariants(SKEW, tuning().chosen(cluster.context()).settings());
    }

    void disordered(BenchCluster cluster, double disorder) {
      try (BenchInput input = cluster.fill(WORKLOAD, input(options, disorder))) {
        if (!options.quick()) {
          Variant unused =
              tuning()
                  .best(
                      cluster.context(),
                      (trial, candidate) ->
                          new EngineRun(cluster, input, candidate).measure(trial));
        }
        WatermarkVariants variants = variants(cluster);
        cluster.measure(
            WatermarkBenchmark.disordered(disorder, options),
            trial ->
                new EngineRun(cluster, input, variants.byName(trial.variant()))
                    .timed(TIMED)
                    .observedBy(observer(trial))
                    .readBy(reader(trial))
                    .measure(trial));
      }
    }

    void paced(BenchCluster cluster) {
      WatermarkVariants variants = variants(cluster);
      cluster.measure(
          WatermarkBenchmark.paced(options),
          trial ->
              new SteadyRun(
                      cluster,
                      WORKLOAD,
                      pacedInput(options),
                      pacedSensors(options) * speed(options))
                  .withLatencies(Duration.ZERO)
                  .observedBy(observer(trial))
                  .readBy(reader(trial))
                  .measure(trial, variants.byName(trial.variant())));
    }

    private static boolean firesLate(Trial trial) {
      return trial.variant().equals(WatermarkVariants.LATE_FIRING);
    }

    /** The last late results come by the clock, and would not come any more after the drain. */
    private static JobObserver observer(Trial trial) {
      return (job, values) -> {
        if (firesLate(trial)) {
          Await.pause(2 * WatermarkVariants.LATE_FIRE_DELAY.toMillis());
        }
      };
    }

    private static ResultReader reader(Trial trial) {
      return firesLate(trial) ? LastRows::read : ResultReader.ALL_ROWS;
    }

    void sweep(BenchCluster cluster) {
      WatermarkVariants variants = variants(cluster);
      GeneratorOptions inOrder = input(options, 0);
      ConstantSkew lines = new ConstantSkew(WORKLOAD.generate(inOrder), WORKLOAD, SKEW);
      try (BenchInput input = cluster.fill(WORKLOAD, inOrder, lines)) {
        cluster.measure(
            WatermarkBenchmark.sweep(options),
            trial ->
                new EngineRun(cluster, input, swept(trial, variants)).timed(TIMED).measure(trial));
      }
    }

    private Variant swept(Trial trial, WatermarkVariants variants) {
      if (trial.variant().equals(WatermarkVariants.TRILINK)) {
        return variants.byName(WatermarkVariants.TRILINK);
      }
      double share = SHARES.get(trial.situation().get("delay"));
      return variants.delayed(FLINK, Duration.ofMillis(Math.round(share * SKEW.toMillis())));
    }
  }
}
