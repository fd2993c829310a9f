/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.trilink.benchmark.embedded.EmbeddedQuery;
import org.trilink.launcher.local.Engine;

/** An engine, and how it runs a query. */
enum NexmarkVariant {
  FLINK("flink"),
  /**
   * Stock Flink with mini-batches, which it has against an exchange and a state access for each
   * record of a GROUP BY.
   */
  FLINK_MINI_BATCH("flink, mini-batch"),
  /** With the query's hint, if there is one for it. */
  TRILINK("trilink");

  /** Rows wait as long as in a local merge. */
  private static final Map<String, String> MINI_BATCH =
      Map.of(
          "table.exec.mini-batch.enabled", "true",
          "table.exec.mini-batch.allow-latency", "1 s",
          "table.exec.mini-batch.size", "50000");

  /** The queries with a GROUP BY without windows, which mini-batches are for. */
  private static final Set<NexmarkQuery> WITHOUT_WINDOWS =
      EnumSet.of(NexmarkQuery.Q4, NexmarkQuery.Q15, NexmarkQuery.Q16, NexmarkQuery.Q17);

  private final String label;

  NexmarkVariant(String label) {
    this.label = label;
  }

  /** The variants that run a query, stock Flink first. */
  static List<NexmarkVariant> of(NexmarkQuery query) {
    return WITHOUT_WINDOWS.contains(query)
        ? List.of(FLINK, FLINK_MINI_BATCH, TRILINK)
        : List.of(FLINK, TRILINK);
  }

  /** The query as this variant runs it. */
  EmbeddedQuery over(NexmarkInput input, NexmarkQuery query) {
    return switch (this) {
      case FLINK -> query.over(input);
      case FLINK_MINI_BATCH -> query.over(input).with(MINI_BATCH);
      case TRILINK ->
          query
              .hint()
              .map(hint -> query.over(input, hint))
              .orElseGet(() -> query.over(input).on(Engine.TRILINK));
    };
  }

  /** The trial's variant. */
  @Override
  public String toString() {
    return label;
  }
}
