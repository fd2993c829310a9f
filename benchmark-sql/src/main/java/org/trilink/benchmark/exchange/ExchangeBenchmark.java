/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.demo.JobRun;
import org.trilink.launcher.local.ExchangedBytes;

/**
 * Runs low-voltage with each exchange strategy, on nodes whose links have several rates, and the
 * plain exchange on clusters of several sizes. What goes from node to node is Flink's own metric.
 */
public final class ExchangeBenchmark extends Benchmark {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");

  /** Stock Flink, which by itself aggregates before and behind the exchange. */
  private static final String FLINK = "flink";

  /** Every record through the exchange. */
  private static final String SHUFFLE = "shuffle";

  /** Stock Flink, and each exchange strategy as in a hint. */
  private static final List<String> VARIANTS =
      List.of(FLINK, SHUFFLE, "local-merge", "global-merge", "ahead-keyby");

  private static final int SENSORS = 1_000;
  private static final double DISORDER = 0.5;
  private static final Duration SKEW = Duration.ofMinutes(3);
  private static final long SEED = 1;

  private static final List<Integer> NODES = List.of(1, 2, 4);
  private static final List<Integer> QUICK_NODES = List.of(4);
  private static final List<String> RATES = List.of("50mbit", "none");
  private static final List<String> QUICK_RATES = List.of();
  private static final long ROWS = 2_000_000;
  private static final long QUICK_ROWS = 200_000;

  /** Enough to compile what runs, and to see what part of the bytes goes to other nodes. */
  private static final long FEW_ROWS = 400_000;

  private static final int ROUNDS = 1;

  /** The part of the input that is timed, the last one. */
  private static final double TIMED = 0.5;

  public ExchangeBenchmark() {
    super(
        "exchange",
        "what exchange strategies send from node to node, and their throughput by link rate");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("CPU", "all nodes share the machine's, without quotas");
    settings.put("rounds", String.valueOf(options.roundsOr(ROUNDS)));
    settings.put("nodes", nodes(options).toString());
    settings.put("link rates", rates(options).toString());
    settings.put("input of " + WORKLOAD.name(), input(options, 1) + " a node");
    settings.put("input of other clusters than the largest", fewRows(options, 1) + " a node");
    settings.put("warmed up", options.quick() ? "no" : "yes");
    return settings;
  }

  /** Largest first: it has the most to tell. */
  private static List<Integer> nodes(BenchOptions options) {
    return options.nodesOr(NODES, QUICK_NODES).stream().sorted(Comparator.reverseOrder()).toList();
  }

  /** The slowest first, and in any case the one that was asked for. */
  private static List<LinkRate> rates(BenchOptions options) {
    TreeSet<LinkRate> rates = new TreeSet<>(Comparator.comparingLong(LinkRate::bitsPerSecond));
    (options.quick() ? QUICK_RATES : RATES).forEach(rate -> rates.add(LinkRate.parse(rate)));
    rates.add(options.linkRate());
    return List.copyOf(rates);
  }

  private static GeneratorOptions input(BenchOptions options, int nodes) {
    return generated(options.rowsOr(ROWS, QUICK_ROWS) * nodes);
  }

  private static GeneratorOptions fewRows(BenchOptions options, int nodes) {
    return generated(Math.min(FEW_ROWS, options.rowsOr(ROWS, QUICK_ROWS)) * nodes);
  }

  private static GeneratorOptions generated(long rows) {
    return new GeneratorOptions(rows, SENSORS, DISORDER, SKEW, 0, SEED);
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return nodes(options).stream().map(nodes -> part(nodes, options)).toList();
  }

  private static BenchmarkPart part(int nodes, BenchOptions options) {
    boolean largest = nodes == Collections.max(nodes(options));
    GeneratorOptions few = fewRows(options, nodes);
    return new ClusterPart(
        nodes,
        1,
        Map.of(),
        cluster -> {
          if (largest && !options.quick()) {
            warmUp(cluster, few);
          }
        },
        List.of(largest ? sweepRuns(nodes, options) : crossingRuns(nodes, few)));
  }

  /** All variants by the rate of the links, on the largest cluster. */
  private static ClusterRuns sweepRuns(int nodes, BenchOptions options) {
    List<Trial> trials = new ArrayList<>();
    rates(options).forEach(rate -> trials.addAll(at(rate, options)));
    trials.addAll(crossing(nodes));
    return ClusterRuns.over(
        WORKLOAD,
        input(options, nodes),
        trials,
        (cluster, input) -> {
          for (LinkRate rate : rates(options)) {
            cluster.limitLinks(rate);
            measure(cluster, input, at(rate, options));
          }
          cluster.limitLinks(LinkRate.UNLIMITED);
          measure(cluster, input, crossing(nodes));
        });
  }

  private static ClusterRuns crossingRuns(int nodes, GeneratorOptions few) {
    return ClusterRuns.over(
        WORKLOAD,
        few,
        crossing(nodes),
        (cluster, input) -> measure(cluster, input, crossing(nodes)));
  }

  private static List<Trial> at(LinkRate rate, BenchOptions options) {
    return Schedule.alternating(
        Map.of("nodes", String.valueOf(nodes(options).get(0)), "link-rate", rate.toString()),
        VARIANTS,
        options.roundsOr(ROUNDS));
  }

  /**
   * The trials of what a plain exchange sends from node to node: one only, as it is the same in
   * each run.
   */
  private static List<Trial> crossing(int nodes) {
    return Schedule.alternating(Map.of("nodes", String.valueOf(nodes)), List.of(SHUFFLE), 1);
  }

  private static void warmUp(BenchCluster cluster, GeneratorOptions generated) {
    try (BenchInput input = cluster.fill(WORKLOAD, generated)) {
      VARIANTS.forEach(name -> cluster.warmUp(input, variant(name, cluster)));
    }
  }

  private static Variant variant(String name, BenchCluster cluster) {
    Variant variant =
        name.equals(FLINK)
            ? Variant.flink(name)
            : Variant.trilink(name)
                .withExchange(name, () -> "redis://" + cluster.servers().redis().orElseThrow());
    return variant.withObjectReuse();
  }

  private static void measure(BenchCluster cluster, BenchInput input, List<Trial> trials) {
    cluster.measure(
        trials,
        trial ->
            new EngineRun(cluster, input, variant(trial.variant(), cluster))
                .timed(TIMED)
                .observedBy(ExchangeBenchmark::observeBytes)
                .measure(trial));
  }

  private static void observeBytes(JobRun job, MeasurementBuilder values) {
    ExchangedBytes bytes = job.exchangedBytes();
    values.put(Metric.BYTES_BETWEEN_TASK_MANAGERS, bytes.between());
    values.put(Metric.BYTES_WITHIN_TASK_MANAGERS, bytes.within());
  }
}
