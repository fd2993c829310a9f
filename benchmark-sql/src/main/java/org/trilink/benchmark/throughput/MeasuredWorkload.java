package org.trilink.benchmark.throughput;

import java.util.List;
import java.util.Map;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** A workload, and how much of it a node gets. */
enum MeasuredWorkload {
  LOW_VOLTAGE("low-voltage", 400_000, 200_000),
  BRIDGE("bridge", 240_000, 120_000),
  YSB("ysb", 300_000, 100_000);

  private static final long SEED = 1;

  /** What one node is timed over must be long enough, too. */
  private static final int MORE_NODES = 2;

  private final String name;
  private final long rows;
  private final long quickRows;

  /**
   * A workload.
   *
   * @param rows for each node
   * @param quickRows for each node, with --quick
   */
  MeasuredWorkload(String name, long rows, long quickRows) {
    this.name = name;
    this.rows = rows;
    this.quickRows = quickRows;
  }

  /** Those that its script can have, as in a hint: only low-voltage's declares its record key. */
  List<String> exchanges() {
    return this == LOW_VOLTAGE
        ? List.of("shuffle", "local-merge", "ahead-keyby")
        : List.of("shuffle", "local-merge");
  }

  Workload workload() {
    return Workloads.byName(name);
  }

  /** As disordered as the workload is by itself. */
  GeneratorOptions input(BenchOptions options, int nodes) {
    GeneratorDefaults defaults = workload().defaults();
    return new GeneratorOptions(
        options.rowsOr(rows, quickRows) * (options.quick() ? nodes : nodes + MORE_NODES),
        defaults.keys(),
        defaults.disorder(),
        defaults.skew(),
        0,
        SEED);
  }

  Map<String, String> situation(int nodes) {
    return Map.of(
        "workload",
        workload().name(),
        "nodes",
        String.valueOf(nodes),
        "disorder",
        String.valueOf(workload().defaults().disorder()));
  }
}
