/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.EmbeddedPart;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.StateBackend;

/**
 * Measures what checkpoints cost, and for how long they stop an operator: each {@link
 * CheckpointJob} without them and at several intervals.
 */
public final class CheckpointBenchmark extends Benchmark {

  /** The coordinate that the interval is. */
  public static final String INTERVAL = "checkpoints";

  /** The coordinate that the job is. */
  public static final String OPERATOR = "operator";

  private static final String HEAP = "-Xmx6g";

  public CheckpointBenchmark() {
    super("checkpoints", "what checkpoints cost, and their pauses; not part of all");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "Flink",
        "one JVM for each operator and backend, all variants by turns in it; parallelism %d, object reuse, managed memory %s, %s"
            .formatted(EmbeddedFlink.SLOTS, EmbeddedFlink.MANAGED_MEMORY, HEAP));
    settings.put("warmed up", options.quick() ? "no" : "yes");
    settings.put("rounds", String.valueOf(options.standardRounds()));
    for (CheckpointJob job : CheckpointJob.all(options)) {
      settings.put(job.toString(), job.size(options));
    }
    return settings;
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return Arrays.stream(StateBackend.values())
        .flatMap(
            backend -> CheckpointJob.all(options).stream().map(job -> part(job, backend, options)))
        .toList();
  }

  private BenchmarkPart part(CheckpointJob job, StateBackend backend, BenchOptions options) {
    return new EmbeddedPart(
        name(), HEAP, backend, Map.of(), true, List.of(job.compared(backend, options)));
  }
}
