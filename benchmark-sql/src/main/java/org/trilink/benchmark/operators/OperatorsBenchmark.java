/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
 * Measures what each keyed operator costs by itself, in stock Flink and in Trilink: input in order,
 * so that results must be equal, generated in the job, so that no broker and no format hides the
 * operator.
 */
public final class OperatorsBenchmark extends Benchmark {

  private static final String CHECKPOINT_INTERVAL = "5 s";

  /** How often each engine runs each query; the runs are long. */
  private static final int ROUNDS = 1;

  private static final String OPERATOR = "operator";
  private static final String KEYS = "keys";

  public OperatorsBenchmark() {
    super("operators", "records/s of one keyed operator at a time, in one JVM");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "Flink",
        "one JVM for each backend and number of keys, both engines by turns in it; parallelism %d, object reuse, managed memory %s, checkpoints every %s"
            .formatted(InOrderInput.PARTS, EmbeddedFlink.MANAGED_MEMORY, CHECKPOINT_INTERVAL));
    settings.put("warmed up", options.quick() ? "no" : "by a tenth of the rows");
    settings.put("rounds", String.valueOf(options.roundsOr(ROUNDS)));
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

  private static String leftOut(OperatorSize size, BenchOptions options) {
    String queries = size.leftOut(options);
    return queries.isEmpty() || options.quick()
        ? ""
        : ", left out as stock Flink takes too long: " + queries;
  }

  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    return OperatorSize.all(options).stream().map(size -> part(size, options)).toList();
  }

  private BenchmarkPart part(OperatorSize size, BenchOptions options) {
    return new EmbeddedPart(
        name(),
        size.heap(),
        size.backend(),
        Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, CHECKPOINT_INTERVAL),
        false,
        size.queries(options).stream().map(query -> compared(query, size, options)).toList());
  }

  private static ComparedQuery compared(
      OperatorQuery query, OperatorSize size, BenchOptions options) {
    Map<String, String> situation =
        Map.of(
            OPERATOR,
            query.toString(),
            StateBackend.COORDINATE,
            size.backend().toString(),
            KEYS,
            String.valueOf(size.keys()));
    return new ComparedQuery(
        OperatorVariant.of(query)
            .map(
                variant ->
                    new QueryVariant(
                        new Trial(variant.toString(), situation, 0),
                        rows -> variant.over(query, new InOrderInput(rows, size.keys()))))
            .toList(),
        size.input(query, options).rows(),
        size.warmUpRows(query, options),
        options.roundsOr(ROUNDS));
  }
}
