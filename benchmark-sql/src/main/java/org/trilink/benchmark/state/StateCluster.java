/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.state;

import static org.trilink.benchmark.state.StatePoint.HALF_LATE;
import static org.trilink.benchmark.state.StatePoint.IN_ORDER;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Variant;

/**
 * A cluster, and what is measured on it, in order first.
 *
 * @param name in settings
 * @param flink further Flink options, which say how much memory TaskManagers have
 */
record StateCluster(String name, Map<String, String> flink, List<StatePoint> points) {

  static final List<Variant> VARIANTS = Variant.USUAL;

  /** Without local merge. */
  private static final List<Variant> TWO = VARIANTS.subList(0, 2);

  private static final Map<String, String> SMALL =
      Map.of("taskmanager.memory.process.size", "3072m");

  /** Managed memory is as much as the other cluster has. */
  private static final Map<String, String> LARGE =
      Map.of(
          "taskmanager.memory.process.size",
          "7168m",
          "taskmanager.memory.managed.size",
          "1024m",
          "taskmanager.memory.network.max",
          "256m");

  /** So much of the input is timed that it takes some seconds, with local merge, too. */
  private static final double MOST = 2.0 / 3;

  /**
   * A checkpoint of many keys may take as long as reading the last half of the input, so it matters
   * whether one of stock Flink's is in the timed part: all is timed, until it is in the state.
   */
  private static final double ALL = 1;

  /** Runs with many keys take minutes, most of them for all the rows at the end. */
  private static final int ONCE = 1;

  private static final int TWICE = 2;

  private static final List<StateCluster> FULL =
      List.of(
          new StateCluster(
              "up to a million keys",
              SMALL,
              List.of(
                  new StatePoint(1_000, IN_ORDER, 4_000_000, MOST, VARIANTS, ONCE),
                  new StatePoint(100_000, IN_ORDER, 3_000_000, MOST, VARIANTS, TWICE),
                  new StatePoint(1_000_000, IN_ORDER, 3_000_000, ALL, VARIANTS, ONCE),
                  new StatePoint(1_000, HALF_LATE, 4_000_000, MOST, TWO, ONCE),
                  new StatePoint(100_000, HALF_LATE, 3_000_000, MOST, TWO, ONCE),
                  new StatePoint(1_000_000, HALF_LATE, 3_000_000, ALL, TWO, ONCE))),
          new StateCluster(
              "more keys",
              LARGE,
              List.of(
                  new StatePoint(3_000_000, IN_ORDER, 3_000_000, ALL, TWO, ONCE),
                  new StatePoint(10_000_000, IN_ORDER, 5_000_000, ALL, TWO, ONCE))));

  private static final List<StateCluster> QUICK =
      List.of(
          new StateCluster(
              "up to a million keys",
              SMALL,
              List.of(
                  new StatePoint(1_000, IN_ORDER, 150_000, ALL, TWO, 1),
                  new StatePoint(1_000, HALF_LATE, 150_000, ALL, TWO, 1))));

  static List<StateCluster> of(BenchOptions options) {
    return options.quick() ? QUICK : FULL;
  }

  /** All variants of its points, each once. */
  List<Variant> variants() {
    List<Variant> variants = new ArrayList<>(VARIANTS);
    variants.retainAll(points.stream().flatMap(point -> point.variants().stream()).toList());
    return variants;
  }

  Map<String, String> settings(BenchOptions options, int nodes) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("TaskManagers with " + name, new TreeMap<>(flink).toString());
    points.forEach(point -> settings.putAll(point.settings(options, nodes)));
    return settings;
  }
}
