/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;

/**
 * Runs on a cluster that belong together, most often by their input.
 *
 * @param trials all that are measured, in their order
 * @param measure measures those that the result file does not have yet; is called only if there is
 *     one
 */
public record ClusterRuns(List<Trial> trials, Consumer<BenchCluster> measure) {

  /** Runs over one input. */
  public static ClusterRuns over(
      Workload workload,
      GeneratorOptions options,
      List<Trial> trials,
      BiConsumer<BenchCluster, BenchInput> measure) {
    return new ClusterRuns(
        trials,
        cluster -> {
          try (BenchInput input = cluster.fill(workload, options)) {
            measure.accept(cluster, input);
          }
        });
  }
}
