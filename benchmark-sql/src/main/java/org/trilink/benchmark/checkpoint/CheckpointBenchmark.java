/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.EmbeddedJvm;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.operators.InOrderInput;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.StateBackend;

/**
 * What checkpoints cost: windows of 100,000 keys, without checkpoints and at several intervals,
 * over as many records that a run has some checkpoints at the longest one.
 */
public final class CheckpointBenchmark implements Benchmark {

  /** The coordinate that the interval is. */
  public static final String INTERVAL = "checkpoints";

  static final int KEYS = 100_000;

  private static final String JOB = "TUMBLE";
  private static final String HEAP = "-Xmx6g";
  private static final long QUICK_ROWS = 400_000;
  private static final long WARM_UP_ROWS = 2_000_000;

  /** Half a minute of the faster engine, and more. */
  private static final Map<StateBackend, Long> ROWS =
      Map.of(StateBackend.HEAP, 80_000_000L, StateBackend.ROCKSDB, 30_000_000L);

  @Override
  public String name() {
    return "checkpoints";
  }

  @Override
  public String description() {
    return "what checkpoints cost, by their interval; not part of all";
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "Flink",
        "one JVM for each backend, all variants by turns in it; parallelism %d, object reuse, managed memory %s, %s"
            .formatted(EmbeddedFlink.SLOTS, EmbeddedFlink.MANAGED_MEMORY, HEAP));
    settings.put("warmed up", options.quick() ? "no" : "yes");
    settings.put("rounds", String.valueOf(options.roundsOr(1)));
    settings.put("keys", String.valueOf(KEYS));
    for (StateBackend backend : StateBackend.values()) {
      settings.put(
          "records, " + backend, String.format(Locale.ROOT, "%,d", rows(backend, options)));
    }
    return settings;
  }

  private static long rows(StateBackend backend, BenchOptions options) {
    long standard = options.quick() ? QUICK_ROWS : ROWS.get(backend);
    return InOrderInput.PARTS * options.rows().orElse(standard / InOrderInput.PARTS);
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    return Arrays.stream(StateBackend.values())
        .flatMap(backend -> trials(backend, options))
        .toList();
  }

  private static Stream<Trial> trials(StateBackend backend, BenchOptions options) {
    List<Trial> round =
        CheckpointVariant.all().stream()
            .map(
                variant ->
                    new Trial(
                        variant.engine().toString(),
                        Map.of(
                            StateBackend.COORDINATE,
                            backend.toString(),
                            INTERVAL,
                            variant.interval().toString()),
                        0))
            .toList();
    return Schedule.repeating(round, options.roundsOr(1)).stream();
  }

  @Override
  public void run(BenchmarkContext context) {
    for (StateBackend backend : StateBackend.values()) {
      List<Trial> left = context.results().missing(trials(backend, context.options()).toList());
      if (!left.isEmpty()) {
        run(context, backend, left);
      }
    }
  }

  private void run(BenchmarkContext context, StateBackend backend, List<Trial> left) {
    long rows = rows(backend, context.options());
    long warmUpRows = context.options().quick() ? 0 : WARM_UP_ROWS;
    List<WantedRun> runs =
        left.stream().map(trial -> new WantedRun(JOB, variant(trial), rows)).toList();
    try (EmbeddedJvm jvm =
        EmbeddedJvm.start(
            context,
            name(),
            CheckpointProcess.class,
            HEAP,
            checkpoints -> CheckpointProcess.arguments(backend, checkpoints, warmUpRows, runs))) {
      context.measure(
          left,
          trial -> {
            Instant startedAt = Instant.now();
            return jvm.next().measurement(trial, startedAt, rows);
          });
      jvm.succeeded();
    }
  }

  private static String variant(Trial trial) {
    return CheckpointVariant.of(trial.variant(), trial.situation().get(INTERVAL)).toString();
  }
}
