/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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
 * Measures what each keyed operator costs by itself, in stock Flink and in Trilink: input in order,
 * so that results must be equal, generated in the job, so that no broker and no format hides the
 * operator.
 */
public final class OperatorsBenchmark implements Benchmark {

  static final String CHECKPOINT_INTERVAL = "5 s";

  private static final String OPERATOR = "operator";
  private static final String KEYS = "keys";

  @Override
  public String name() {
    return "operators";
  }

  @Override
  public String description() {
    return "records/s of one keyed operator at a time, in one JVM";
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "Flink",
        "one JVM for each backend and number of keys, both engines by turns in it; parallelism %d, object reuse, managed memory %s, checkpoints every %s"
            .formatted(InOrderInput.PARTS, EmbeddedFlink.MANAGED_MEMORY, CHECKPOINT_INTERVAL));
    settings.put("warmed up", options.quick() ? "no" : "by a tenth of the rows");
    settings.put("rounds", String.valueOf(rounds(options)));
    for (OperatorSize size : OperatorSize.all(options)) {
      settings.put(size.toString(), size.heap() + leftOut(size, options));
    }
    for (OperatorQuery query : OperatorQuery.values()) {
      String rows = OperatorSize.rowsOf(query, options);
      if (!rows.isEmpty()) {
        settings.put("rows of " + query, rows);
      }
    }
    return settings;
  }

  /** How often each engine runs each query; the runs are long. */
  private static int rounds(BenchOptions options) {
    return options.roundsOr(1, 1);
  }

  private static String leftOut(OperatorSize size, BenchOptions options) {
    String queries = size.leftOut(options);
    return queries.isEmpty() || options.quick()
        ? ""
        : ", left out as stock Flink takes too long: " + queries;
  }

  @Override
  public List<Trial> trials(BenchOptions options) {
    return OperatorSize.all(options).stream()
        .flatMap(size -> trials(size, options).stream())
        .toList();
  }

  /** Query by query, so that a JVM has the classes of few jobs in use at a time. */
  private static List<Trial> trials(OperatorSize size, BenchOptions options) {
    return size.queries(options).stream()
        .flatMap(query -> trials(query, size, options).stream())
        .toList();
  }

  private static List<Trial> trials(OperatorQuery query, OperatorSize size, BenchOptions options) {
    return Schedule.alternating(
        situation(query, size), OperatorVariant.labels(query), rounds(options));
  }

  private static Map<String, String> situation(OperatorQuery query, OperatorSize size) {
    return Map.of(
        OPERATOR,
        query.toString(),
        StateBackend.COORDINATE,
        size.backend().toString(),
        KEYS,
        String.valueOf(size.keys()));
  }

  @Override
  public void run(BenchmarkContext context) {
    for (OperatorSize size : OperatorSize.all(context.options())) {
      List<Trial> left = context.results().missing(trials(size, context.options()));
      if (!left.isEmpty()) {
        run(context, size, left);
      }
    }
  }

  private void run(BenchmarkContext context, OperatorSize size, List<Trial> left) {
    List<WantedRun> runs = left.stream().map(trial -> wanted(trial, size, context)).toList();
    try (EmbeddedJvm jvm =
        EmbeddedJvm.start(
            context,
            name(),
            OperatorProcess.class,
            size.heap(),
            checkpoints -> OperatorProcess.arguments(size, checkpoints, runs))) {
      context.measure(
          left,
          trial -> {
            Instant startedAt = Instant.now();
            return jvm.next().measurement(trial, startedAt, wanted(trial, size, context).rows());
          });
      jvm.succeeded();
    }
  }

  private static WantedRun wanted(Trial trial, OperatorSize size, BenchmarkContext context) {
    OperatorQuery query =
        Stream.of(OperatorQuery.values())
            .filter(each -> each.toString().equals(trial.situation().get(OPERATOR)))
            .findFirst()
            .orElseThrow();
    return new WantedRun(
        query.name(),
        trial.variant(),
        size.input(query, context.options()).rows(),
        size.warmUpRows(query, context.options()));
  }
}
