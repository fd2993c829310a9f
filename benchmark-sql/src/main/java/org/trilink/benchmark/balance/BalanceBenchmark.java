/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;

/** Counts records by key: how evenly they are spread over subtasks, and what that is worth. */
public final class BalanceBenchmark extends Benchmark {

  public BalanceBenchmark() {
    super("balance", "how evenly placement strategies spread keys, and what that is worth");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("aggregation", "in one phase, so that each record goes to its key's subtask");
    settings.putAll(ManySubtasks.settings(options));
    settings.putAll(Distributions.settings(options));
    settings.putAll(UnevenHash.settings(options));
    return settings;
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return List.of(
        ManySubtasks.part(options), Distributions.part(options), UnevenHash.part(options));
  }
}
