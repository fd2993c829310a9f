/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

/**
 * Finds under which settings an engine is fastest on a workload. Each candidate is run twice, the
 * second time in reverse order, and the one with the least CPU time a record is chosen, by its
 * better run: the first one also compiles. Nodes share all of the machine, so that CPU time is what
 * limits them, and of few runs it says more than the rate.
 */
public final class Tuning {

  /** The value of the coordinate "phase" of runs that only choose settings. */
  static final String PHASE = "tuning";

  private static final int ROUNDS = 2;

  private final String name;
  private final Map<String, String> situation;
  private final Map<String, Variant> candidates;

  private Tuning(String name, Map<String, String> situation, Map<String, Variant> candidates) {
    this.name = name;
    this.situation = new TreeMap<>(situation);
    this.situation.put("phase", PHASE);
    this.candidates = candidates;
  }

  /**
   * Creates the tuning of stock Flink: aggregation in one phase and in two, with object reuse,
   * which only saves copies. Mini-batches are no candidate, as Flink has them for unbounded
   * aggregates, not for windows.
   *
   * @param situation of the measured runs
   */
  public static Tuning ofSettings(Variant flink, Map<String, String> situation) {
    Map<String, Variant> candidates = new LinkedHashMap<>();
    for (String phase : List.of("TWO_PHASE", "ONE_PHASE")) {
      Variant candidate =
          flink.withObjectReuse().with(Map.of("table.optimizer.agg-phase-strategy", phase));
      candidates.put(text(candidate.settings()), candidate);
    }
    return new Tuning(flink.name(), situation, candidates);
  }

  private static String text(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(", "));
  }

  /**
   * Creates the tuning of Trilink: the exchange strategies that a workload's script can have.
   *
   * @param situation of the measured runs
   * @param exchanges as in a hint; none that needs a store
   */
  public static Tuning ofExchange(
      Variant trilink, Map<String, String> situation, List<String> exchanges) {
    Map<String, Variant> candidates = new LinkedHashMap<>();
    for (String exchange : exchanges) {
      candidates.put("exchange=" + exchange, trilink.withExchange(exchange));
    }
    return new Tuning(trilink.name(), situation, candidates);
  }

  /** Some runs for each candidate. */
  public List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<String> order = new ArrayList<>(candidates.keySet());
      if (round % 2 == 1) {
        Collections.reverse(order);
      }
      for (String candidate : order) {
        trials.add(trial(candidate, round));
      }
    }
    return trials;
  }

  private Trial trial(String candidate, int round) {
    return new Trial(prefix() + candidate, situation, round);
  }

  private String prefix() {
    return name + ": ";
  }

  /**
   * Runs one candidate, the best one if that is known: what the candidates do not have in common is
   * compiled while the first part of their own input goes by.
   */
  public void warmUp(BenchCluster cluster, BenchInput input) {
    BenchmarkContext context = cluster.context();
    cluster.warmUp(
        input, context.hasAll(trials()) ? chosen(context) : candidates.values().iterator().next());
  }

  /**
   * The variant at its best, measured now where it has not been before.
   *
   * @param run runs a candidate
   */
  public Variant best(BenchmarkContext context, BiFunction<Trial, Variant, Measurement> run) {
    context.measure(
        trials(),
        trial -> run.apply(trial, candidates.get(trial.variant().substring(prefix().length()))));
    context.results().note(setting(), best(context));
    return chosen(context);
  }

  /**
   * The name under which the result has the choice: a workload may be tuned in order and out of
   * order.
   */
  private String setting() {
    String disorder = situation.get("disorder");
    return "%s settings for %s%s"
        .formatted(
            name, situation.get("workload"), disorder == null ? "" : ", disorder " + disorder);
  }

  /** The variant at its best, of which all candidates have been measured. */
  public Variant chosen(BenchmarkContext context) {
    return candidates.get(best(context));
  }

  private String best(BenchmarkContext context) {
    return candidates.keySet().stream()
        .min(Comparator.comparingDouble(text -> cpuPerRecord(context, text)))
        .orElseThrow();
  }

  private double cpuPerRecord(BenchmarkContext context, String candidate) {
    return IntStream.range(0, ROUNDS)
        .mapToObj(round -> context.results().find(trial(candidate, round)).orElseThrow())
        .mapToDouble(run -> run.value(Metric.CPU_PER_RECORD).orElseThrow())
        .min()
        .orElseThrow();
  }
}
