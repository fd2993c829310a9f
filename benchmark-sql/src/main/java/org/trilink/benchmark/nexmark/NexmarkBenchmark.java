/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.ComparedQuery;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.EmbeddedPart;
import org.trilink.benchmark.embedded.QueryVariant;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.StateBackend;

/**
 * How fast the queries are on stock Flink and on Trilink: input in order, so that results must be
 * equal, generated in the job, so that no broker and no format hides the query.
 */
public final class NexmarkBenchmark extends Benchmark {

  static final String CHECKPOINT_INTERVAL = "500 ms";

  private static final String QUERY = "query";
  private static final String HEAP = "-Xmx4g";
  private static final long QUICK_EVENTS = 40_000;

  /** One of each kind: each run compiles the job's classes first. */
  private static final List<NexmarkQuery> QUICK =
      List.of(
          NexmarkQuery.Q0,
          NexmarkQuery.Q3,
          NexmarkQuery.Q4,
          NexmarkQuery.Q5,
          NexmarkQuery.Q7,
          NexmarkQuery.Q8,
          NexmarkQuery.Q9,
          NexmarkQuery.Q11,
          NexmarkQuery.Q13,
          NexmarkQuery.Q15,
          NexmarkQuery.Q18,
          NexmarkQuery.Q19);

  public NexmarkBenchmark() {
    super("nexmark", "records/s of Nexmark's queries");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "Flink",
        "one JVM, all variants by turns in it; parallelism %d, object reuse, managed memory %s, %s, heap, checkpoints every %s"
            .formatted(
                EmbeddedFlink.SLOTS, EmbeddedFlink.MANAGED_MEMORY, HEAP, CHECKPOINT_INTERVAL));
    settings.put("warmed up", options.quick() ? "no" : "yes");
    settings.put("rounds", String.valueOf(options.standardRounds()));
    queries(options)
        .forEach(
            query -> {
              String name = name(query);
              settings.put(name + ": asks for", query.description());
              settings.put(name + ": hint", query.hint().map(NexmarkHint::options).orElse("none"));
              settings.put(
                  name + ": events", String.format(Locale.ROOT, "%,d", events(query, options)));
            });
    settings.put(
        "query 06: left out", "Flink 1.14 cannot plan it: OVER needs rows that do not change");
    settings.put("query 12: left out", "its rows depend on when records are read");
    return settings;
  }

  private static Stream<NexmarkQuery> queries(BenchOptions options) {
    return options.quick() ? QUICK.stream() : NexmarkQuery.compared();
  }

  /** So that settings come in order. */
  private static String name(NexmarkQuery query) {
    return String.format(Locale.ROOT, "query %02d", query.number());
  }

  /** How many events a query is run over; {@code --rows} can only make them fewer. */
  private static long events(NexmarkQuery query, BenchOptions options) {
    long standard = options.quick() ? QUICK_EVENTS : query.events();
    return Math.min(standard, NexmarkInput.PARTS * options.rows().orElse(standard));
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return List.of(
        new EmbeddedPart(
            name(),
            HEAP,
            StateBackend.HEAP,
            Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, CHECKPOINT_INTERVAL),
            false,
            queries(options).map(query -> compared(query, options)).toList()));
  }

  private static ComparedQuery compared(NexmarkQuery query, BenchOptions options) {
    long events = events(query, options);
    return new ComparedQuery(
        NexmarkVariant.of(query).stream()
            .map(
                variant ->
                    new QueryVariant(
                        new Trial(
                            variant.toString(), Map.of(QUERY, String.valueOf(query.number())), 0),
                        rows -> variant.over(NexmarkInput.inOrder(rows), query)))
            .toList(),
        events,
        options.quick() ? 0 : events,
        options.standardRounds());
  }
}
