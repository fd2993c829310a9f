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
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

/**
 * Measures what each keyed operator costs by itself, in stock Flink and in Trilink: input in order,
 * so that results must be equal, generated in the job, so that no broker and no format hides the
 * operator.
 */
public final class Operators {

  private static final String NAME = "operators";
  private static final String PART = "part";
  private static final String OPERATOR = "operator";
  private static final String KEYS = "keys";
  static final List<String> VARIANTS = List.of(Engine.FLINK.toString(), Engine.TRILINK.toString());

  private Operators() {}

  /** As of a benchmark, and so are the others. */
  public static Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        NAME + ": Flink",
        "one JVM for each backend and number of keys, both engines by turns in it; parallelism %d,"
                .formatted(InOrderInput.PARTS)
            + " object reuse, managed memory "
            + EmbeddedFlink.MANAGED_MEMORY);
    for (OperatorSize size : OperatorSize.all(options)) {
      settings.put(
          "%s: %s".formatted(NAME, size),
          "%s, checkpoints every %s, rounds: %d%s"
              .formatted(
                  size.heap(),
                  size.checkpointInterval(),
                  size.rounds(options),
                  leftOut(size, options)));
    }
    for (OperatorQuery query : OperatorQuery.values()) {
      String rows = OperatorSize.rowsOf(query, options);
      if (!rows.isEmpty()) {
        settings.put("%s: rows of %s".formatted(NAME, query), rows);
      }
    }
    return settings;
  }

  private static String leftOut(OperatorSize size, BenchOptions options) {
    String queries = size.leftOut(options);
    return queries.isEmpty() || options.quick()
        ? ""
        : ", left out as stock Flink takes too long: " + queries;
  }

  public static List<Trial> trials(BenchOptions options) {
    return OperatorSize.all(options).stream()
        .flatMap(size -> trials(size, options).stream())
        .toList();
  }

  /** Query by query, so that a JVM has the classes of few jobs in use at a time. */
  private static List<Trial> trials(OperatorSize size, BenchOptions options) {
    return size.queries(options).stream()
        .map(query -> situation(query, size))
        .flatMap(
            situation -> Schedule.alternating(situation, VARIANTS, size.rounds(options)).stream())
        .toList();
  }

  private static Map<String, String> situation(OperatorQuery query, OperatorSize size) {
    return Map.of(
        PART,
        NAME,
        OPERATOR,
        query.toString(),
        StateBackend.COORDINATE,
        size.backend().toString(),
        KEYS,
        String.valueOf(size.keys()));
  }

  public static void run(BenchmarkContext context) {
    for (OperatorSize size : OperatorSize.all(context.options())) {
      List<Trial> left = context.results().missing(trials(size, context.options()));
      if (!left.isEmpty()) {
        run(context, size, left);
      }
    }
  }

  private static void run(BenchmarkContext context, OperatorSize size, List<Trial> left) {
    List<WantedRun> runs = left.stream().map(trial -> wanted(trial, size, context)).toList();
    try (EmbeddedJvm jvm =
        EmbeddedJvm.start(
            context,
            NAME,
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
        size.warmUpRows(context.options()));
  }
}
