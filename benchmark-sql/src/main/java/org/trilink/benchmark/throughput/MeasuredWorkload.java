/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.throughput;

import java.util.List;
import java.util.Map;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** A workload, and how much of it a node gets. */
enum MeasuredWorkload {
  LOW_VOLTAGE("low-voltage", 250_000, 6_400_000, 200_000),
  BRIDGE("bridge", 250_000, 5_600_000, 120_000),
  YSB("ysb", 220_000, 4_000_000, 100_000);

  private static final long SEED = 1;

  /** A node's JVM has compiled a job's classes when it has read so much. */
  private static final long FIRST_PART_UNDER_QUOTA = 300_000;

  /** The last records of the first part: what a node may read until its quota is felt. */
  private static final long LAST_OF_FIRST_PART = 100_000;

  /**
   * How many nodes are added when the timed records are counted: what one node is timed over must
   * be long enough, too.
   */
  private static final int MORE_NODES = 2;

  private final String name;
  private final long rowsUnderQuota;
  private final long rows;
  private final long quickRows;

  /**
   * A workload.
   *
   * @param rowsUnderQuota that are timed for each node that has a part of the processor
   * @param rows for each node that has all it can get
   * @param quickRows the same with --quick
   */
  MeasuredWorkload(String name, long rowsUnderQuota, long rows, long quickRows) {
    this.name = name;
    this.rowsUnderQuota = rowsUnderQuota;
    this.rows = rows;
    this.quickRows = quickRows;
  }

  /**
   * The exchange strategies that its script can have, as in a hint: only low-voltage's declares its
   * record key.
   */
  List<String> exchanges() {
    return this == LOW_VOLTAGE
        ? List.of("shuffle", "local-merge", "ahead-keyby")
        : List.of("shuffle", "local-merge");
  }

  Workload workload() {
    return Workloads.byName(name);
  }

  /** As disordered as the workload is by itself. */
  double disorder() {
    return workload().defaults().disorder();
  }

  /** For nodes with a quota each. */
  GeneratorOptions inputUnderQuota(BenchOptions options, int nodes) {
    long timed = options.rowsOr(rowsUnderQuota, rowsUnderQuota) * (nodes + MORE_NODES);
    return input(firstPartUnderQuota(nodes) + timed, disorder());
  }

  /** Records of that input that are not timed. */
  static long firstPartUnderQuota(int nodes) {
    return FIRST_PART_UNDER_QUOTA * nodes;
  }

  /** Records of that input that are read before the quota. */
  static long partWithoutQuota(int nodes) {
    return (FIRST_PART_UNDER_QUOTA - LAST_OF_FIRST_PART) * nodes;
  }

  /** For nodes that share the processor. */
  GeneratorOptions input(BenchOptions options, int nodes, double disorder) {
    return input(options.rowsOr(rows, quickRows) * nodes, disorder);
  }

  private GeneratorOptions input(long allRows, double disorder) {
    return workload().defaults().options(allRows, disorder, SEED);
  }

  Map<String, String> situation(int nodes, double disorder) {
    return Map.of(
        "workload",
        workload().name(),
        "nodes",
        String.valueOf(nodes),
        "disorder",
        String.valueOf(disorder));
  }
}
