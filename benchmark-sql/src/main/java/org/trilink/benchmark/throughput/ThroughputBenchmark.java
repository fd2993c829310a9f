/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.throughput;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;

/**
 * How fast the workloads are: how near to a hand-written program, and on clusters of several sizes.
 * Stock Flink, Trilink, and what a bare Kafka consumer would read in their place.
 */
public final class ThroughputBenchmark extends Benchmark {

  public ThroughputBenchmark() {
    super(
        "throughput",
        "records/s of the workloads beside hand-written programs, and on 1 to 8 nodes");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hosts", HostSupport.description());
    settings.put("tuned and warmed up", options.quick() ? "no" : "yes");
    settings.putAll(RecordPath.settings(options));
    settings.putAll(Scaling.settings(options));
    return settings;
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    List<BenchmarkPart> parts = new ArrayList<>();
    parts.add(RecordPath.part(options));
    parts.addAll(Scaling.parts(options));
    return parts;
  }
}
