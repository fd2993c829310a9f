/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.throughput;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.trilink.benchmark.program.ProgramRuns;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.ClusterPart;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.ResultTable;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.benchmark.run.Variant;

/**
 * Measures what a record costs where nothing but the machine is a limit: bare consumer,
 * hand-written program, stock Flink and Trilink on two nodes, in order on the heap. Low-voltage is
 * also measured in RocksDB, and out of order. The programs have no state backend and are run once
 * for both, the bare consumer once in all: it is a limit, not something to compare with.
 */
final class RecordPath {

  /** The coordinate that only these runs have. */
  private static final String PART = "part";

  private static final String NAME = "record path";

  private static final double IN_ORDER = 0;

  /** The part of the input that is timed, the last one. */
  private static final double TIMED = 0.5;

  private static final List<String> PROGRAMS =
      List.of(ResultTable.BARE_CONSUMER, ResultTable.HAND_WRITTEN);

  private RecordPath() {}

  static Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(NAME + ": nodes", String.valueOf(options.nodesOfOneCluster()));
    settings.put(NAME + ": CPU", "all nodes share the machine's, without quotas");
    settings.put(NAME + ": rounds", String.valueOf(options.standardRounds()));
    for (MeasuredWorkload each : MeasuredWorkload.values()) {
      settings.put(
          "%s: input of %s".formatted(NAME, each.workload().name()),
          each.input(options, options.nodesOfOneCluster(), disorders(each, options).get(0))
              .toString());
    }
    return settings;
  }

  /** In order first, where both engines have every row right. */
  private static List<Double> disorders(MeasuredWorkload each, BenchOptions options) {
    if (options.quick()) {
      return List.of(each.disorder());
    }
    return each == MeasuredWorkload.LOW_VOLTAGE
        ? List.of(IN_ORDER, each.disorder())
        : List.of(IN_ORDER);
  }

  /** RocksDB in order and with one workload only: a full run is long enough. */
  private static List<StateBackend> backends(
      MeasuredWorkload each, double disorder, BenchOptions options) {
    return options.quick() || disorder != IN_ORDER || each != MeasuredWorkload.LOW_VOLTAGE
        ? List.of(StateBackend.HEAP)
        : List.of(StateBackend.values());
  }

  static BenchmarkPart part(BenchOptions options) {
    List<ClusterRuns> runs = new ArrayList<>();
    for (MeasuredWorkload each : MeasuredWorkload.values()) {
      disorders(each, options).forEach(disorder -> runs.add(runs(each, disorder, options)));
    }
    return new ClusterPart(options.nodesOfOneCluster(), 1, Map.of(), runs);
  }

  private static List<Trial> trials(MeasuredWorkload each, double disorder, BenchOptions options) {
    List<Trial> round = new ArrayList<>();
    PROGRAMS.forEach(name -> round.add(new Trial(name, situation(each, disorder, options), 0)));
    for (StateBackend backend : backends(each, disorder, options)) {
      Engines.NAMES.forEach(
          name -> round.add(new Trial(name, situation(each, disorder, backend, options), 0)));
    }
    return Schedule.repeating(round, options.standardRounds()).stream()
        .filter(trial -> trial.round() == 0 || !trial.variant().equals(ResultTable.BARE_CONSUMER))
        .toList();
  }

  private static Map<String, String> situation(
      MeasuredWorkload each, double disorder, BenchOptions options) {
    Map<String, String> situation =
        new TreeMap<>(each.situation(options.nodesOfOneCluster(), disorder));
    situation.put(PART, NAME);
    return situation;
  }

  private static Map<String, String> situation(
      MeasuredWorkload each, double disorder, StateBackend backend, BenchOptions options) {
    Map<String, String> situation = situation(each, disorder, options);
    situation.put(StateBackend.COORDINATE, backend.toString());
    return situation;
  }

  /** Tuned in order. */
  static Engines engines(MeasuredWorkload each, BenchOptions options) {
    return engines(each, disorders(each, options).get(0), options);
  }

  /** Tuned on the heap; what was found holds for RocksDB, too. */
  private static Engines engines(MeasuredWorkload each, double disorder, BenchOptions options) {
    return new Engines(each, situation(each, disorder, StateBackend.HEAP, options), options);
  }

  /** The runs of one workload, and those that tune engines for it. */
  private static ClusterRuns runs(MeasuredWorkload each, double disorder, BenchOptions options) {
    Engines engines = engines(each, disorder, options);
    List<Trial> trials = trials(each, disorder, options);
    return ClusterRuns.over(
        each.workload(),
        each.input(options, options.nodesOfOneCluster(), disorder),
        Stream.of(engines.tuning(), trials).flatMap(List::stream).toList(),
        (cluster, input) -> {
          if (!options.quick()) {
            warmUp(cluster, engines, input, backends(each, disorder, options));
          }
          cluster.measure(trials, trial -> measure(cluster, trial, engines, input));
        });
  }

  private static void warmUp(
      BenchCluster cluster, Engines engines, BenchInput input, List<StateBackend> backends) {
    engines.tune(
        cluster,
        input,
        (trial, variant) -> measure(cluster, trial, variant, StateBackend.HEAP, input));
    if (backends.contains(StateBackend.ROCKSDB)) {
      for (String name : Engines.NAMES) {
        cluster.warmUp(input, StateBackend.ROCKSDB.under(engines.byName(name, cluster.context())));
      }
    }
  }

  private static Measurement measure(
      BenchCluster cluster, Trial trial, Engines engines, BenchInput input) {
    return switch (trial.variant()) {
      case ResultTable.BARE_CONSUMER -> new ProgramRuns(cluster, input).bareConsumer(trial);
      case ResultTable.HAND_WRITTEN -> new ProgramRuns(cluster, input).handWritten(trial);
      default -> {
        Variant variant = engines.byName(trial.variant(), cluster.context());
        yield measure(cluster, trial, variant, StateBackend.of(trial), input);
      }
    };
  }

  private static Measurement measure(
      BenchCluster cluster, Trial trial, Variant variant, StateBackend backend, BenchInput input) {
    return new EngineRun(cluster, input, backend.under(variant)).timed(TIMED).measure(trial);
  }
}
