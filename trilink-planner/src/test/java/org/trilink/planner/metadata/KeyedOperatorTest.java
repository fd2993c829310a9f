/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.testing.TestPlanner;

class KeyedOperatorTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE p (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'datagen')",
              "CREATE TABLE latest (k STRING PRIMARY KEY NOT ENFORCED, c BIGINT)"
                  + " WITH ('connector' = 'blackhole')");

  @ParameterizedTest(name = "{0} by {1}, updates: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GroupAggregate        | k   | true  | SELECT k, COUNT(*) FROM t GROUP BY k
          GroupAggregate        | k v | true  | SELECT k, v, COUNT(*) FROM t GROUP BY k, v
          GlobalWindowAggregate | k   | false | SELECT MAX(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY k, window_start, window_end
          GroupWindowAggregate  | v   | false | SELECT COUNT(*) FROM t GROUP BY v, SESSION(ts, INTERVAL '1' MINUTE)
          OverAggregate         | k   | false | SELECT SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t
          Match                 | k   | false | SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.v AS a PATTERN (A B) DEFINE B AS B.v > 1)
          Deduplicate           | k   | false | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt) AS n FROM p) WHERE n = 1
          Deduplicate           | k   | true  | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt DESC) AS n FROM p) WHERE n = 1
          Rank                  | v   | true  | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY k) AS n FROM p) WHERE n < 3
          Join                  | k   | false | SELECT t.v FROM t JOIN p ON t.k = p.k
          Join                  | k   | true  | SELECT t.v FROM t LEFT JOIN p ON t.k = p.k
          IntervalJoin          | k   | false | SELECT a.v FROM t a JOIN t b ON a.k = b.k AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '1' MINUTE
          """)
  void hasKeys(String kind, String keys, boolean emitsUpdates, String query) {
    RelNode node = PlanNodes.first(kind, planner.optimize(query));

    KeyedOperator operator = KeyedOperator.of(node, true).accepted();

    assertThat(operator).isNotNull();
    assertThat(operator.keyTypes()).hasSameSizeAs(node.getInputs());
    assertThat(operator.keyTypes())
        .extracting(RowType::getFieldNames)
        .allSatisfy(names -> assertThat(names).containsExactly(keys.split(" ")));
    assertThat(operator.emitsUpdates()).isEqualTo(emitsUpdates);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GroupAggregate | GroupAggregate has no keys, so all its rows go to one subtask | SELECT COUNT(*) FROM t
          SortLimit      | SortLimit has no keys, so all its rows go to one subtask      | SELECT * FROM p ORDER BY v LIMIT 3
          IntervalJoin   | the join's interval is empty, so no rows match and Flink runs no join operator with keys | SELECT a.v FROM t a JOIN t b ON a.k = b.k AND a.ts BETWEEN b.ts AND b.ts - INTERVAL '1' MINUTE
          """)
  void isRefused(String kind, String reason, String query) {
    RelNode node = PlanNodes.first(kind, planner.optimize(query));

    assertThat(KeyedOperator.of(node, true).refusal()).isEqualTo(reason);
  }

  /** Flink says so only in the description of the node. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"FORCE, true", "NONE, false"})
  void aSinkIsRefusedIfItMaterializesUpserts(String setting, boolean refused) {
    planner.set("table.exec.sink.upsert-materialize", setting);
    RelNode sink =
        PlanNodes.first(
            "Sink", planner.optimize("INSERT INTO latest SELECT k, COUNT(*) FROM t GROUP BY k"));

    Decision<KeyedOperator> decision = KeyedOperator.of(sink, true);

    assertThat(decision.accepted()).isNull();
    assertThat(decision.refusal() != null).isEqualTo(refused);
  }
}
