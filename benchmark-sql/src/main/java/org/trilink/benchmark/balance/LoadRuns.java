/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.switching.PlacementVariants;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * How even loads are with one input; not how fast it is. Placements are told how many records each
 * key had the time before: drawn anew by the same law.
 */
final class LoadRuns {

  private LoadRuns() {}

  static ClusterRuns of(List<Trial> trials, BalanceWorkload workload, GeneratorOptions options) {
    return ClusterRuns.over(
        workload,
        options,
        trials,
        (cluster, input) -> {
          Path history = cluster.writeKeyHistory(history(workload, options));
          cluster.measure(
              trials,
              trial ->
                  new EngineRun(cluster, input, PlacementVariants.byName(trial.variant(), history))
                      .untimed()
                      .observedBy(new LoadObserver(input.records()))
                      .measure(trial));
        });
  }

  private static Stream<String> history(BalanceWorkload workload, GeneratorOptions options) {
    long[] before = new RecordKeys(options, options.seed() + 1).counts(options.rows());
    return IntStream.range(0, before.length).mapToObj(key -> workload.id(key) + "," + before[key]);
  }
}
