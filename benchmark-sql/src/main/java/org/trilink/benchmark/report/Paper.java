/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

/**
 * The results that the paper reports: "Trilink", Journal of Software 2024, no. 7235, on eight nodes
 * (Xeon Gold 5215, 128 GB, 1 GbE; Flink 1.14.0, Kafka 3.1.0), as runs with the coordinates of ours.
 * Where a figure has no table, only what the text says of it is here.
 */
final class Paper {

  static final String NAME = "Paper";

  /** Table 3: 1,000,000 sequential ids on so many subtasks, by hash. */
  static final int HASH_SUBTASKS = 60;

  /** Table 3: the bounds of the load classes, percent of all records; above one, up to the next. */
  static final List<Double> LOAD_BOUNDS = List.of(1.27, 1.57, 1.87, 2.17, 2.47, 2.77);

  /** Table 3: how many subtasks are in each class; ours has one more at both ends. */
  static final List<Integer> LOAD_SUBTASKS = List.of(0, 33, 19, 0, 4, 4, 0);

  /** Table 3: greatest over least load, less 1. */
  static final double HASH_EXCESS = 1.110;

  /** Table 3: (greatest - mean) / mean load. */
  static final double HASH_EXTRA_TIME = 0.608;

  /** Table 4: share of the data that goes to another node, 1,000,000 records, by nodes. */
  static final Map<String, Double> CROSSING = Map.of("1", 0.0, "2", 0.48, "4", 0.74);

  /** Figure 7: the balance degree with as many keys as records, the best of the figure. */
  static final double HASH_BALANCE_OF_DISTINCT_KEYS = 0.47;

  /** Figure 15: the worst of hash. */
  static final double BALANCE_HASH_WORST = 0.26;

  /** Figure 15: least-count with history, "at least" in all of them. */
  static final double BALANCE_LEAST_COUNT = 0.97;

  /** Figure 16: least-count with history over hash, keys and data skewed: "more than". */
  static final double LEAST_COUNT_OVER_HASH = 3;

  /** Figure 17: bytes of local-merge over those of the plain exchange; the others send none. */
  static final double LOCAL_MERGE_BYTES = 0.0149;

  /** Figure 17: throughput on a limited network over the plain exchange's: "at least". */
  static final double EXCHANGE_SPEED_UP = 3.92;

  /** Table 9: modes as auto's variants are named, by how often the busy keys change. */
  static final Runs TABLE_9 =
      new Figures("changes per minute", "0.1", "1", "5", "10", "30")
          .tenThousands("auto", 131.1, 129.2, 90.1, 82.1, 64.2)
          .tenThousands("auto, threshold 0.4", 130.2, 128.7, 85.4, 89.2, 78.8)
          .tenThousands("auto, period 20 s", 96.1, 95.7, 74.9, 70.1, 67.2)
          .tenThousands("auto, period 5 s", 82.2, 83.1, 81.9, 80.3, 75.4)
          .tenThousands("auto, count 100 M", 130.1, 128.4, 76.2, 61.8, 47.8)
          .tenThousands("auto, count 10 M", 101.2, 97.2, 72.7, 70.5, 68.1)
          .runs();

  /** Table 10, by share of disorder. Flink corrects its results for late records. */
  static final Runs TABLE_10 =
      new Figures(Labels.DISORDER, "0.25", "0.50", "0.75")
          .tenThousands("flink, late firing", 42.5, 28.2, 13.6)
          .tenThousands(TRILINK, 244.3, 241.8, 228.5)
          .runs();

  /** Figure 14: the workloads on one node and on eight. */
  static final Runs FIGURE_14 =
      new Figures(Labels.NODES, "1", "8")
          .at(Labels.WORKLOAD, "low-voltage")
          .tenThousands(FLINK, 42.5, 1.24 * 42.5)
          .tenThousands(TRILINK, 560, 6.56 * 560)
          .at(Labels.WORKLOAD, "bridge")
          .tenThousands(FLINK, 37.8, 2.1 * 37.8)
          .tenThousands(TRILINK, 510, 5.4 * 510)
          .at(Labels.WORKLOAD, "ysb")
          .tenThousands(FLINK, 71.9, 2.0 * 71.9)
          .tenThousands(TRILINK, 430.6, 6.4 * 430.6)
          .runs();

  /** Figure 15: modulo is "close to 1, then 0.66, 0.41 and 0.24", in this order. */
  static final Runs FIGURE_15 =
      new Figures("data", "uniform", "skewed")
          .at(Labels.KEYS, "uniform")
          .of("modulo", Metric.BALANCE_DEGREE, 1, 0.66)
          .of("least-count with history", Metric.BALANCE_DEGREE, 0.97, 0.97)
          .at(Labels.KEYS, "skewed")
          .of(FLINK, Metric.BALANCE_DEGREE, Double.NaN, BALANCE_HASH_WORST)
          .of("modulo", Metric.BALANCE_DEGREE, 0.41, 0.24)
          .of("least-count with history", Metric.BALANCE_DEGREE, 0.97, 0.97)
          .runs();

  /** Figure 17: records/s on a limited network and percents of bytes, of the plain exchange's. */
  static final Runs FIGURE_17 =
      new Figures("network", "limited")
          .of("shuffle", Metric.RECORDS_PER_SECOND, 1)
          .of("shuffle", Metric.BYTES_BETWEEN_TASK_MANAGERS, 100)
          .of("local-merge", Metric.RECORDS_PER_SECOND, EXCHANGE_SPEED_UP)
          .of("local-merge", Metric.BYTES_BETWEEN_TASK_MANAGERS, 100 * LOCAL_MERGE_BYTES)
          .of("global-merge", Metric.RECORDS_PER_SECOND, EXCHANGE_SPEED_UP)
          .of("global-merge", Metric.BYTES_BETWEEN_TASK_MANAGERS, 0)
          .of("ahead-keyby", Metric.RECORDS_PER_SECOND, EXCHANGE_SPEED_UP)
          .of("ahead-keyby", Metric.BYTES_BETWEEN_TASK_MANAGERS, 0)
          .runs();

  private Paper() {}

  /** A figure or table of the paper, with one coordinate along it. */
  private static final class Figures {

    private final String coordinate;
    private final List<String> values;
    private final Map<String, String> place = new HashMap<>();
    private final List<Measurement> measurements = new ArrayList<>();

    Figures(String coordinate, String... values) {
      this.coordinate = coordinate;
      this.values = List.of(values);
    }

    /** All that follows is at this value of another coordinate. */
    Figures at(String other, String value) {
      place.put(other, value);
      return this;
    }

    /** As the paper's tables give records/s. */
    Figures tenThousands(String variant, double... figures) {
      return of(
          variant,
          Metric.RECORDS_PER_SECOND,
          DoubleStream.of(figures).map(figure -> 10_000 * figure).toArray());
    }

    /** One for each of the coordinate's values; NaN where there is none. */
    Figures of(String variant, Metric metric, double... figures) {
      for (int i = 0; i < figures.length; i++) {
        if (!Double.isNaN(figures[i])) {
          Map<String, String> situation = new HashMap<>(place);
          situation.put(coordinate, values.get(i));
          measurements.add(
              new Measurement(
                  new Trial(variant, situation, 0),
                  "",
                  true,
                  Map.of(metric, figures[i]),
                  List.of(),
                  List.of(),
                  List.of()));
        }
      }
      return this;
    }

    Runs runs() {
      return Runs.of(measurements);
    }
  }
}
