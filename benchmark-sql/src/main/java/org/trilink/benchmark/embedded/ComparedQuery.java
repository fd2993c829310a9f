/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.List;
import java.util.stream.Stream;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.Schedule;

/**
 * A query that is run in several ways over the same input, with results that must be equal.
 *
 * @param variants in the order in which they are run, stock Flink first
 * @param rows of the input
 * @param warmUpRows that each variant reads before the first counted run; 0 for no warm-up
 * @param rounds how often each variant is run
 */
public record ComparedQuery(List<QueryVariant> variants, long rows, long warmUpRows, int rounds) {

  /** Each variant once, then each once more, and so on. */
  public List<Trial> trials() {
    return Schedule.repeating(variants.stream().map(QueryVariant::trial).toList(), rounds);
  }

  /** The runs of those trials that are this query's, as its process is told them. */
  QueryRuns runs(List<Trial> all) {
    List<QueryVariant> warmUp = warmUpRows == 0 ? List.of() : variants;
    return new QueryRuns(
        warmUp.stream().map(variant -> variant.over(Math.min(warmUpRows, rows))).toList(),
        variants.get(0).over(rows),
        all.stream().flatMap(this::variant).map(variant -> variant.over(rows)).toList());
  }

  private Stream<QueryVariant> variant(Trial trial) {
    return variants.stream().filter(variant -> variant.isOf(trial));
  }

  /** Whether a trial is of this query. */
  boolean has(Trial trial) {
    return variant(trial).findAny().isPresent();
  }
}
