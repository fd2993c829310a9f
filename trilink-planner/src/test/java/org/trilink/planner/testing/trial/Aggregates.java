/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/**
 * Lists of aggregate calls over v and name, each with an alias. All results are exact and
 * independent of the order of rows.
 */
final class Aggregates {

  private static final List<String> CALLS =
      List.of(
          "SUM(v)",
          "COUNT(v)",
          "MIN(v)",
          "MAX(v)",
          "MAX(name)",
          "MIN(name)",
          "AVG(v)",
          "AVG(CAST(v AS DOUBLE))",
          "COUNT(DISTINCT v)",
          "COUNT(DISTINCT name)");

  // Flink cannot merge these, which overlapping windows require.
  private static final List<String> UNMERGED =
      List.of("SUM(DISTINCT v)", "FIRST_VALUE(v)", "LAST_VALUE(name)");

  private static final List<String> FILTERED =
      List.of(
          "COUNT(*) FILTER (WHERE v > 3)",
          "SUM(v) FILTER (WHERE name <> 'x')",
          "COUNT(DISTINCT name) FILTER (WHERE v > 2)");

  private Aggregates() {}

  static Arbitrary<String> overGroups() {
    return Arbitraries.frequencyOf(
            Tuple.of(CALLS.size(), Arbitraries.of(CALLS)),
            Tuple.of(FILTERED.size(), Arbitraries.of(FILTERED)))
        .list()
        .uniqueElements()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(calls -> list(calls, ""));
  }

  /** Over the window w. */
  static Arbitrary<String> overFrames() {
    return Arbitraries.frequencyOf(
            Tuple.of(CALLS.size(), Arbitraries.of(CALLS)),
            Tuple.of(UNMERGED.size(), Arbitraries.of(UNMERGED)))
        .list()
        .uniqueElements()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(calls -> list(calls, " OVER w"));
  }

  private static String list(List<String> calls, String suffix) {
    return IntStream.range(0, calls.size())
        .mapToObj(i -> calls.get(i) + suffix + " AS x" + i)
        .collect(Collectors.joining(", "));
  }
}
