/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.testing.TestPlanner;

class ScannedKeysTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE p (v INT, k STRING, u AS UPPER(k), vs ARRAY<INT>, pt AS PROCTIME())"
                  + " WITH ('connector' = 'planned')",
              "CREATE TABLE q (k STRING, v INT) WITH ('connector' = 'planned')");

  /** The keys of the topmost exchange. */
  private static Decision<ScannedKeys> keys(String query) {
    return ScannedKeys.of(
        (StreamPhysicalExchange) PlanNodes.first("Exchange", planner.optimize(query)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a column            | k      | SELECT k, COUNT(*) FROM p GROUP BY k
          two columns         | v k    | SELECT v, k, COUNT(*) FROM p GROUP BY v, k
          a rename            | k      | SELECT v, COUNT(*) FROM (SELECT k AS v FROM p) GROUP BY v
          a cast              | null   | SELECT v, COUNT(*) FROM (SELECT CAST(v AS STRING) AS v FROM p) GROUP BY v
          an expression       | v null | SELECT v, COUNT(*) FROM p GROUP BY v, UPPER(k)
          a computed column   | null   | SELECT u, COUNT(*) FROM p GROUP BY u
          a cell of an array  | null   | SELECT a, COUNT(*) FROM p, UNNEST(vs) AS u (a) GROUP BY a
          beside an array     | k      | SELECT k, COUNT(*) FROM p, UNNEST(vs) AS u (a) GROUP BY k
          what is looked up   | null   | SELECT q.v, COUNT(*) FROM p JOIN q FOR SYSTEM_TIME AS OF p.pt ON p.k = q.k GROUP BY q.v
          two phases          | k      | SELECT k, MAX(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY k, window_start, window_end
          """)
  void areColumnsOfTheTable(String what, String columns, String query) {
    List<String> names =
        Arrays.stream(columns.split(" ")).map(name -> name.equals("null") ? null : name).toList();

    assertThat(keys(query).accepted().names()).isEqualTo(names);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          its rows come from several tables, by UNION ALL       | SELECT k, COUNT(*) FROM (SELECT k FROM t UNION ALL SELECT k FROM p) GROUP BY k
          its rows come from GroupAggregate, not from a table   | SELECT c, COUNT(*) FROM (SELECT k, COUNT(*) AS c FROM t GROUP BY k) GROUP BY c
          its rows come from Join, not from a table             | SELECT t.v, COUNT(*) FROM t JOIN p ON t.k = p.k GROUP BY t.v
          """)
  void mayBeOnOtherSubtasks(String reason, String query) {
    assertThat(keys(query).refusal()).isEqualTo(reason);
  }
}
