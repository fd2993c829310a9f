/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.smallheap;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.ComparedQuery;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.EmbeddedPart;
import org.trilink.benchmark.embedded.QueryVariant;
import org.trilink.benchmark.operators.InOrderInput;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

/** Measures {@link NewKeys} with heaps that are small for what could be kept in them. */
public final class SmallHeapBenchmark extends Benchmark {

  /** The coordinate that the heap's limit is. */
  public static final String HEAP = "heap";

  private static final List<String> HEAPS = List.of("256m", "512m", "1g");
  private static final List<String> QUICK_HEAPS = List.of("256m");
  private static final long ROWS = 600_000;
  private static final long QUICK_ROWS = 20_000;
  private static final long WARM_UP_ROWS = 60_000;

  public SmallHeapBenchmark() {
    super(
        "small-heap",
        "four operators with ever new keys beside RocksDB in small heaps; not part of all");
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
    settings.put("rounds", String.valueOf(options.standardRounds()));
    return settings;
  }

  private static long rows(BenchOptions options) {
    long standard = options.quick() ? QUICK_ROWS : ROWS;
    return Math.min(standard, InOrderInput.PARTS * options.rows().orElse(standard));
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return (options.quick() ? QUICK_HEAPS : HEAPS)
        .stream().map(heap -> part(heap, options)).toList();
  }

  private BenchmarkPart part(String heap, BenchOptions options) {
    return new EmbeddedPart(
        name(),
        "-Xmx" + heap,
        StateBackend.ROCKSDB,
        Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, "5 s"),
        false,
        List.of(
            new ComparedQuery(
                Stream.of(Engine.FLINK, Engine.TRILINK)
                    .map(engine -> variant(engine, heap))
                    .toList(),
                rows(options),
                options.quick() ? 0 : WARM_UP_ROWS,
                options.standardRounds())));
  }

  private static QueryVariant variant(Engine engine, String heap) {
    return new QueryVariant(
        new Trial(engine.toString(), Map.of(HEAP, heap), 0), rows -> NewKeys.of(rows, engine));
  }
}
