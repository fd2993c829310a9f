/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.EmbeddedJvm;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.StateBackend;

/**
 * Measures what checkpoints cost, and for how long they stop an operator: each {@link
 * CheckpointJob} without them and at several intervals.
 */
public final class CheckpointBenchmark implements Benchmark {

  /** The coordinate that the interval is. */
  public static final String INTERVAL = "checkpoints";

  /** The coordinate that the job is. */
  public static final String OPERATOR = "operator";

  private static final String HEAP = "-Xmx6g";

  @Override
  public String name() {
    return "checkpoints";
  }

  @Override
  public String description() {
    return "what checkpoints cost, and their pauses; not part of all";
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "Flink",
        "one JVM for each operator and backend, all variants by turns in it; parallelism %d, object reuse, managed memory %s, %s"
            .formatted(EmbeddedFlink.SLOTS, EmbeddedFlink.MANAGED_MEMORY, HEAP));
    settings.put("warmed up", options.quick() ? "no" : "yes");
    settings.put("rounds", String.valueOf(options.roundsOr(1)));
    for (CheckpointJob job : CheckpointJob.all(options)) {
      settings.put(job.toString(), job.size(options));
    }
    return settings;
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    return Arrays.stream(StateBackend.values())
        .flatMap(
            backend ->
                CheckpointJob.all(options).stream()
                    .flatMap(job -> trials(job, backend, options).stream()))
        .toList();
  }

  private static List<Trial> trials(CheckpointJob job, StateBackend backend, BenchOptions options) {
    List<Trial> round =
        job.variants().stream()
            .map(
                variant ->
                    new Trial(
                        variant.engine().toString(),
                        Map.of(
                            OPERATOR,
                            job.toString(),
                            StateBackend.COORDINATE,
                            backend.toString(),
                            INTERVAL,
                            variant.interval().toString()),
                        0))
            .toList();
    return Schedule.repeating(round, options.roundsOr(1));
  }

  @Override
  public void run(BenchmarkContext context) {
    for (StateBackend backend : StateBackend.values()) {
      for (CheckpointJob job : CheckpointJob.all(context.options())) {
        List<Trial> left = context.results().missing(trials(job, backend, context.options()));
        if (!left.isEmpty()) {
          run(context, job, backend, left);
        }
      }
    }
  }

  private void run(
      BenchmarkContext context, CheckpointJob job, StateBackend backend, List<Trial> left) {
    long rows = job.rows(backend, context.options());
    long warmUpRows = job.warmUpRows(backend, context.options());
    List<WantedRun> runs =
        left.stream()
            .map(trial -> new WantedRun(job.name(), variant(trial), rows, warmUpRows))
            .toList();
    try (EmbeddedJvm jvm =
        EmbeddedJvm.start(
            context,
            name(),
            CheckpointProcess.class,
            HEAP,
            checkpoints -> CheckpointProcess.arguments(backend, checkpoints, runs))) {
      context.measure(
          left,
          trial -> {
            Instant startedAt = Instant.now();
            return jvm.next().withCheckpoints(trial, startedAt, rows);
          });
      jvm.succeeded();
    }
  }

  private static String variant(Trial trial) {
    return CheckpointVariant.text(trial.variant(), trial.situation().get(INTERVAL));
  }
}
