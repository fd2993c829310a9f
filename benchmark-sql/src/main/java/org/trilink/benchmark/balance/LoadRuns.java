/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.ClusterRuns;
import org.trilink.benchmark.run.EngineRun;
import org.trilink.benchmark.run.KeyHistoryFile;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * How even loads are with one input; not how fast it is. Placements are told how many records each
 * key had the time before: drawn anew by the same law.
 */
record LoadRuns(List<Trial> trials, BalanceWorkload workload, GeneratorOptions options)
    implements ClusterRuns {

  @Override
  public void measure(BenchCluster cluster) {
    long[] before = new RecordKeys(options, options.seed() + 1).counts(options.rows());
    Path history =
        KeyHistoryFile.write(
            cluster,
            IntStream.range(0, before.length)
                .mapToObj(key -> workload.id(key) + "," + before[key]));
    try (BenchInput input = cluster.fill(workload, options)) {
      cluster
          .context()
          .measure(
              trials,
              trial ->
                  new EngineRun(cluster, input, BalanceVariants.byName(trial.variant(), history))
                      .untimed()
                      .observedBy(new LoadObserver(input.records()))
                      .measure(trial));
    }
  }
}
