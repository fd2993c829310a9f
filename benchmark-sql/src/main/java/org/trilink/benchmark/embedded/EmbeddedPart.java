/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.StateBackend;

/**
 * Queries that are measured in a JVM of their own, one after the other, so that it has the classes
 * of few jobs in use at a time.
 *
 * @param name of the process's log
 * @param heap the flag of the JVM that limits its heap
 * @param backend of the state
 * @param flink further options of Flink's
 * @param tellsCheckpoints whether measurements have what checkpoints took
 */
public record EmbeddedPart(
    String name,
    String heap,
    StateBackend backend,
    Map<String, String> flink,
    boolean tellsCheckpoints,
    List<ComparedQuery> queries)
    implements BenchmarkPart {

  @Override
  public List<Trial> trials() {
    return queries.stream().flatMap(query -> query.trials().stream()).toList();
  }

  @Override
  public void measure(BenchmarkContext context) {
    List<Trial> left = context.results().missing(trials());
    List<QueryRuns> runs =
        queries.stream()
            .map(query -> query.runs(left))
            .filter(query -> !query.runs().isEmpty())
            .toList();
    try (EmbeddedJvm jvm =
        EmbeddedJvm.start(
            context,
            name,
            QueriesProcess.class,
            heap,
            folder ->
                new QueriesProcess.Plan(backend, folder.checkpoints().toString(), flink, runs))) {
      context.measure(
          left,
          trial -> {
            Instant startedAt = Instant.now();
            ComparedRun run = jvm.nextRun();
            MeasurementBuilder values = run.values(rows(trial));
            if (tellsCheckpoints) {
              run.outcome().checkpoints().putTo(values);
            }
            return values.build(trial, startedAt);
          });
      jvm.succeeded();
    }
  }

  private long rows(Trial trial) {
    return queries.stream().filter(query -> query.has(trial)).findFirst().orElseThrow().rows();
  }
}
