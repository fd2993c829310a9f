/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.smallheap;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.EmbeddedJvm;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.operators.InOrderInput;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.Schedule;
import org.trilink.launcher.local.Engine;

/** Measures {@link NewKeys} with heaps that are small for what could be kept in them. */
public final class SmallHeapBenchmark implements Benchmark {

  /** The coordinate that the heap's limit is. */
  public static final String HEAP = "heap";

  static final List<String> VARIANTS = List.of(Engine.FLINK.toString(), Engine.TRILINK.toString());

  private static final List<String> HEAPS = List.of("256m", "512m", "1g");
  private static final List<String> QUICK_HEAPS = List.of("256m");
  private static final long ROWS = 600_000;
  private static final long QUICK_ROWS = 20_000;
  private static final long WARM_UP_ROWS = 60_000;

  @Override
  public String name() {
    return "small-heap";
  }

  @Override
  public String description() {
    return "four operators with ever new keys beside RocksDB in small heaps; not part of all";
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "Flink",
        "one JVM for each heap, both engines by turns in it; parallelism %d, object reuse, managed memory %s, RocksDB, checkpoints every 5 s"
            .formatted(EmbeddedFlink.SLOTS, EmbeddedFlink.MANAGED_MEMORY));
    settings.put("warmed up", options.quick() ? "no" : "yes");
    settings.put("records", String.valueOf(rows(options)));
    settings.put("rounds", String.valueOf(options.roundsOr(1)));
    return settings;
  }

  private static long rows(BenchOptions options) {
    long standard = options.quick() ? QUICK_ROWS : ROWS;
    return Math.min(standard, InOrderInput.PARTS * options.rows().orElse(standard));
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    return (options.quick() ? QUICK_HEAPS : HEAPS)
        .stream().flatMap(heap -> trials(heap, options).stream()).toList();
  }

  private static List<Trial> trials(String heap, BenchOptions options) {
    return Schedule.alternating(Map.of(HEAP, heap), VARIANTS, options.roundsOr(1));
  }

  @Override
  public void run(BenchmarkContext context) {
    for (String heap : HEAPS) {
      List<Trial> left =
          context.results().missing(trials(context.options())).stream()
              .filter(trial -> trial.situation().get(HEAP).equals(heap))
              .toList();
      if (!left.isEmpty()) {
        run(context, heap, left);
      }
    }
  }

  private void run(BenchmarkContext context, String heap, List<Trial> left) {
    long rows = rows(context.options());
    long warmUpRows = context.options().quick() ? 0 : WARM_UP_ROWS;
    List<WantedRun> runs =
        left.stream()
            .map(trial -> new WantedRun("new-keys", trial.variant(), rows, warmUpRows))
            .toList();
    try (EmbeddedJvm jvm =
        EmbeddedJvm.start(
            context,
            name(),
            SmallHeapProcess.class,
            "-Xmx" + heap,
            checkpoints -> SmallHeapProcess.arguments(checkpoints, runs))) {
      context.measure(
          left,
          trial -> {
            Instant startedAt = Instant.now();
            return jvm.next().measurement(trial, startedAt, rows);
          });
      jvm.succeeded();
    }
  }
}
