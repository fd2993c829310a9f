/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.rel.RelNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

class ColumnTraceTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE p (k STRING, v INT, vs ARRAY<INT>, pt AS PROCTIME())"
                  + " WITH ('connector' = 'datagen')");

  /** From the topmost node of the query. */
  private static ColumnTrace follow(String column, String keys, String query) {
    RelNode root = planner.optimize(query);
    return ColumnTrace.follow(root, PlanNodes.column(root, column), PlanNodes.columns(root, keys));
  }

  @ParameterizedTest(name = "{0}: {2} is {3} of {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a calc             | WatermarkAssigner | v | v | SELECT v, k FROM t WHERE v > 1
          a computed column  | Calc              | n | n | SELECT k, v + 1 AS n FROM t
          computed keys      | WatermarkAssigner | v | v | SELECT k, v, UPPER(k) AS u FROM t
          an aggregate       | GroupAggregate    | n | n | SELECT k, n FROM (SELECT k, COUNT(*) AS n FROM t GROUP BY k) WHERE k > 'a'
          a deduplication    | TableSourceScan   | n | v | SELECT k, v AS n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt) AS r FROM p) WHERE r = 1
          an array           | TableSourceScan   | n | v | SELECT k, v AS n, u.a FROM p, UNNEST(vs) AS u (a)
          a cell of an array | Correlate         | n | f0 | SELECT k, u.a AS n FROM p, UNNEST(vs) AS u (a)
          """)
  void endsWhereTheColumnComesFrom(
      String what, String kind, String column, String origin, String query) {
    ColumnTrace trace = follow(column, "k", query);

    assertThat(trace.rel().getRelTypeName()).endsWith("StreamPhysical" + kind);
    assertThat(trace.rel().getRowType().getFieldNames().get(trace.column())).isEqualTo(origin);
    assertThat(trace.keys().equals(PlanNodes.columns(trace.rel(), "k"))).isTrue();
    assertThat(trace.reordering()).isNull();
    assertThat(trace.multiplied()).isEqualTo(what.equals("an array"));
  }

  @Test
  void aKeyThatIsComputedIsNoneBelow() {
    ColumnTrace trace = follow("v", "u", "SELECT UPPER(k) AS u, v FROM t");

    assertThat(trace.rel().getRelTypeName()).isEqualTo("StreamPhysicalWatermarkAssigner");
    assertThat(trace.keys().isEmpty()).isTrue();
  }

  @Test
  void rowsByOtherKeysAreScattered() {
    ColumnTrace trace =
        follow(
            "v",
            "v",
            "SELECT v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt) AS r FROM p)"
                + " WHERE r = 1");

    assertThat(trace.reordering())
        .isEqualTo("Deduplicate by [k] sends a key's rows through several subtasks");
  }

  @Test
  void inMiniBatchesADeduplicationEndsIt() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "1 s");
    planner.set("table.exec.mini-batch.size", "10");

    ColumnTrace trace =
        follow(
            "v",
            "k",
            "SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt) AS r FROM p)"
                + " WHERE r = 1");

    assertThat(trace.rel().getRelTypeName()).isEqualTo("StreamPhysicalDeduplicate");
  }
}
