/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.Variant;

/**
 * Runs on nodes with a CPU quota each, where all wait for the one with the most to do.
 *
 * @param cores of each node
 * @param warmUp the names of variants that run without a quota before, in which it would take
 *     minutes until all is compiled
 * @param variants a variant by its name, and by the file of each key's records in the first phase
 * @param watch says what else is seen of a run
 */
public record UnevenRuns(
    List<Trial> trials,
    SwitchWorkload input,
    double cores,
    List<String> warmUp,
    BiFunction<String, Path, Variant> variants,
    Watch watch) {

  /**
   * Under backpressure markers come, like barriers, when what is in Flink's buffers before them has
   * been processed, and such a node takes seconds for 32 kB on each channel. So buffers are small,
   * for all variants.
   */
  public static final Map<String, String> FLINK =
      Map.of("taskmanager.memory.process.size", "1024m", "taskmanager.memory.segment-size", "4kb");

  /** A node that compiles and collects garbage takes a tenth of a core for that alone. */
  private static final int QUOTAS_OF_NODE = 3;

  /** Looks at a run in the way that a benchmark wants. */
  public interface Watch {
    EngineRun on(EngineRun run, BenchCluster cluster, BenchInput input, Trial trial);
  }

  /** The cores of each node. */
  public static double cores(BenchOptions options) {
    return QUOTAS_OF_NODE * options.cpuPerNode();
  }

  /** As they are made on a cluster. */
  public ClusterRuns runs() {
    return ClusterRuns.over(input, input.options(), trials, this::measure);
  }

  private void measure(BenchCluster cluster, BenchInput records) {
    Path history = cluster.writeKeyHistory(input.history());
    warmUp.forEach(name -> cluster.warmUpOnce(records, variants.apply(name, history)));
    cluster.limitCpu(cores);
    cluster.measure(
        trials,
        trial -> {
          Variant variant = variants.apply(trial.variant(), history);
          EngineRun run =
              new EngineRun(cluster, records, variant)
                  .timedAfter(input.warmUp(), input.warmUp() * 9 / 10);
          return watch.on(run, cluster, records, trial).measure(trial);
        });
    cluster.unlimitedCpu();
  }
}
