/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.trilink.benchmark.result.Trial;

/**
 * Runs on a cluster of their own.
 *
 * @param nodes how many TaskManagers
 * @param slots of each TaskManager
 * @param flink further Flink options
 * @param warmUp what is done on the cluster first
 */
public record ClusterPart(
    int nodes,
    int slots,
    Map<String, String> flink,
    Consumer<BenchCluster> warmUp,
    List<ClusterRuns> runs)
    implements BenchmarkPart {

  /** Runs that need no warm-up, or do it themselves. */
  public ClusterPart(int nodes, int slots, Map<String, String> flink, List<ClusterRuns> runs) {
    this(nodes, slots, flink, cluster -> {}, runs);
  }

  @Override
  public List<Trial> trials() {
    return runs.stream().flatMap(each -> each.trials().stream()).toList();
  }

  @Override
  public void measure(BenchmarkContext context) {
    try (BenchCluster cluster = BenchCluster.start(context, nodes, slots, flink)) {
      warmUp.accept(cluster);
      for (ClusterRuns each : runs) {
        if (!context.hasAll(each.trials())) {
          each.measure().accept(cluster);
        }
      }
      cluster.succeeded();
    }
  }
}
