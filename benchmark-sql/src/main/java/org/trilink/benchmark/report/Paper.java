/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the paper reports: "Trilink", Journal of Software 2024, no. 7235, on eight nodes (Xeon Gold
 * 5215, 128 GB, 1 GbE; Flink 1.14.0, Kafka 3.1.0). Where a figure has no table, only what the text
 * says of it is here.
 */
final class Paper {

  static final String NAME = "Paper";

  private static final double TEN_THOUSAND = 10_000;

  /**
   * Figure 14, by workload.
   *
   * @param flink records/s on one node
   * @param flinkScaling eight nodes over one
   * @param trilink records/s on one node
   * @param trilinkScaling eight nodes over one
   */
  record Throughput(double flink, double flinkScaling, double trilink, double trilinkScaling) {

    private static Throughput of(double flink, double scaling, double trilink, double its) {
      return new Throughput(flink * TEN_THOUSAND, scaling, trilink * TEN_THOUSAND, its);
    }
  }

  private static final Map<String, Throughput> THROUGHPUTS =
      Map.of(
          "low-voltage", Throughput.of(42.5, 1.24, 560, 6.56),
          "bridge", Throughput.of(37.8, 2.1, 510, 5.4),
          "ysb", Throughput.of(71.9, 2.0, 430.6, 6.4));

  /** Table 10: shares of records out of order. */
  static final List<String> DISORDERS = List.of("0.25", "0.50", "0.75");

  /** Table 10: records/s by share of disorder. */
  static final List<Double> WATERMARK_FLINK = List.of(425_000.0, 282_000.0, 136_000.0);

  /** Table 10: records/s by share of disorder. */
  static final List<Double> WATERMARK_TRILINK = List.of(2_443_000.0, 2_418_000.0, 2_285_000.0);

  /** Table 3: 1,000,000 sequential ids on so many subtasks, by hash. */
  static final int HASH_SUBTASKS = 60;

  /** Table 3: the bounds of the load classes, percent of all records; above one, up to the next. */
  static final List<Double> LOAD_BOUNDS = List.of(1.27, 1.57, 1.87, 2.17, 2.47, 2.77);

  /** Table 3: how many subtasks are in each class. */
  static final List<Integer> LOAD_SUBTASKS = List.of(33, 19, 0, 4, 4);

  /** Table 3: greatest over least load, less 1. */
  static final double HASH_EXCESS = 1.110;

  /** Table 3: (greatest - mean) / mean load. */
  static final double HASH_EXTRA_TIME = 0.608;

  /** Figure 7: the balance degree with as many keys as records, the best of the figure. */
  static final double HASH_BALANCE_OF_DISTINCT_KEYS = 0.47;

  /** Figure 15: the distributions that its text names, keys and data. */
  static final List<String> DISTRIBUTIONS =
      List.of("uniform uniform", "uniform skewed", "skewed uniform", "skewed skewed");

  /** Figure 15: "close to 1, then 0.66, 0.41 and 0.24", in the text's order. */
  static final List<Double> BALANCE_MODULO = List.of(1.0, 0.66, 0.41, 0.24);

  /** Figure 15: least-count with history, "at least" in all of them. */
  static final double BALANCE_LEAST_COUNT = 0.97;

  /** Figure 15: the worst of hash. */
  static final double BALANCE_HASH_WORST = 0.26;

  /** Figure 16: least-count with history over hash, keys and data skewed: "more than". */
  static final double LEAST_COUNT_OVER_HASH = 3;

  /** Table 9: how often the busy keys change. */
  static final List<String> CHANGES_PER_MINUTE = List.of("0.1", "1", "5", "10", "30");

  /** Table 9: records/s by mode and changes per minute; modes as auto's variants are named. */
  static final Map<String, List<Double>> SWITCHING = switching();

  private static Map<String, List<Double>> switching() {
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    rates.put("auto", tenThousands(131.1, 129.2, 90.1, 82.1, 64.2));
    rates.put("auto, threshold 0.4", tenThousands(130.2, 128.7, 85.4, 89.2, 78.8));
    rates.put("auto, period 20 s", tenThousands(96.1, 95.7, 74.9, 70.1, 67.2));
    rates.put("auto, period 5 s", tenThousands(82.2, 83.1, 81.9, 80.3, 75.4));
    rates.put("auto, count 100 M", tenThousands(130.1, 128.4, 76.2, 61.8, 47.8));
    rates.put("auto, count 10 M", tenThousands(101.2, 97.2, 72.7, 70.5, 68.1));
    return Collections.unmodifiableMap(rates);
  }

  private static List<Double> tenThousands(double... values) {
    return Arrays.stream(values).mapToObj(value -> value * TEN_THOUSAND).toList();
  }

  /** Table 4: share of the data that goes to another node, 1,000,000 records, by nodes. */
  static final Map<String, Double> CROSSING = Map.of("1", 0.0, "2", 0.48, "4", 0.74);

  /** Figure 17: bytes of each strategy over those of the plain exchange. */
  static final Map<String, Double> BYTES =
      Map.of("local-merge", 0.0149, "global-merge", 0.0, "ahead-keyby", 0.0);

  /** Figure 17: throughput on a limited network over the plain exchange's: "at least". */
  static final double EXCHANGE_SPEED_UP = 3.92;

  private Paper() {}

  /** Figure 14; empty for a workload that the paper does not have. */
  static Optional<Throughput> throughput(String workload) {
    return Optional.ofNullable(THROUGHPUTS.get(workload));
  }
}
