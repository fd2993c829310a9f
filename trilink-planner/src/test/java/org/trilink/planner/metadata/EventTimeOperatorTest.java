/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.calcite.rel.RelNode;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.testing.TestPlanner;

class EventTimeOperatorTest {

  private static final String WINDOWS =
      "TABLE(TUMBLE(TABLE <table>, DESCRIPTOR(<time>), INTERVAL '1' MINUTE))";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE p (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'datagen')",
              "CREATE TABLE versions (since TIMESTAMP(3), k STRING, v INT, WATERMARK FOR since AS"
                  + " since, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',"
                  + " 'topic' = 'versions', 'properties.bootstrap.servers' = 'localhost:1',"
                  + " 'key.format' = 'json', 'value.format' = 'json')",
              "CREATE TABLE later (moment TIMESTAMP(3), v INT, k STRING,"
                  + " WATERMARK FOR moment AS moment - INTERVAL '9' SECOND)"
                  + " WITH ('connector' = 'datagen')");

  private static Decision<EventTimeOperator> operator(String kind, String query) {
    RelNode plan =
        planner.optimize(
            query
                .replace("<t>", windows("t", "ts"))
                .replace("<later>", windows("later", "moment"))
                .replace("<p>", windows("p", "pt")));
    return EventTimeOperator.of(PlanNodes.first(kind, plan));
  }

  private static String windows(String table, String time) {
    return WINDOWS.replace("<table>", table).replace("<time>", time);
  }

  /** Each side of a join has the time of its own table. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GlobalWindowAggregate | t              | SELECT k, SUM(v) FROM <t> GROUP BY k, window_start, window_end
          GroupWindowAggregate  | later          | SELECT k, SUM(v) FROM later GROUP BY k, SESSION(moment, INTERVAL '1' MINUTE)
          OverAggregate         | t              | SELECT SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t
          Match                 | t              | SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.v AS a PATTERN (A B) DEFINE B AS B.v > 1)
          WindowRank            | later          | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end ORDER BY v) AS n FROM <later>) WHERE n < 3
          WindowJoin            | later t        | SELECT a.v FROM (SELECT * FROM <later>) a JOIN (SELECT * FROM <t>) b ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end
          IntervalJoin          | t later        | SELECT a.v FROM t a JOIN later b ON a.k = b.k AND a.ts BETWEEN b.moment AND b.moment + INTERVAL '1' MINUTE
          IntervalJoin          | later t        | SELECT a.v FROM later a JOIN t b ON a.k = b.k AND b.ts BETWEEN a.moment AND a.moment + INTERVAL '1' MINUTE
          TemporalJoin          | later versions | SELECT later.v FROM later JOIN versions FOR SYSTEM_TIME AS OF later.moment ON later.k = versions.k
          """)
  void goesByTheTimesOfItsInputs(String kind, String tables, String query) {
    assertThat(operator(kind, query).accepted().inputs())
        .extracting(input -> input.origin().description())
        .containsExactlyElementsOf(
            Arrays.stream(tables.split(" ")).map(table -> "WATERMARK of " + table).toList());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GlobalWindowAggregate | GROUP BY has no columns other than the window, so there are no keys                   | SELECT SUM(v) FROM <t> GROUP BY window_start, window_end
          WindowAggregate       | the window is on processing time, which has no watermark                              | SELECT SUM(v) FROM <p> GROUP BY k, window_start, window_end
          GroupWindowAggregate  | the window is on processing time, which has no watermark                              | SELECT SUM(v) FROM p GROUP BY k, TUMBLE(pt, INTERVAL '1' MINUTE)
          OverAggregate         | OVER has no PARTITION BY, so there are no keys                                        | SELECT SUM(v) OVER (ORDER BY ts) FROM t
          OverAggregate         | OVER is not ordered by a rowtime attribute, so it does not use watermarks             | SELECT SUM(v) OVER (PARTITION BY k ORDER BY pt) FROM p
          Match                 | MATCH_RECOGNIZE is not ordered by a rowtime attribute, so it does not use watermarks  | SELECT * FROM p MATCH_RECOGNIZE (PARTITION BY k ORDER BY pt MEASURES A.v AS a PATTERN (A B) DEFINE B AS B.v > 1)
          WindowRank            | PARTITION BY has no columns other than the window, so there are no keys               | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY v) AS n FROM <t>) WHERE n < 3
          IntervalJoin          | the join is on processing time, which has no watermark                                | SELECT a.v FROM p a JOIN p b ON a.k = b.k AND a.pt BETWEEN b.pt AND b.pt + INTERVAL '1' MINUTE
          IntervalJoin          | the join's interval is empty, so no rows match and Flink runs no join operator with keys | SELECT a.v FROM t a JOIN t b ON a.k = b.k AND a.ts BETWEEN b.ts AND b.ts - INTERVAL '1' MINUTE
          """)
  void isRefused(String kind, String reason, String query) {
    assertThat(operator(kind, query).refusal()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GroupAggregate      | SELECT k, COUNT(*) FROM t GROUP BY k
          WindowTableFunction | SELECT * FROM <t>
          Join                | SELECT t.v FROM t JOIN p ON t.k = p.k
          """)
  void othersDoNothingByTime(String kind, String query) {
    assertThat(operator(kind, query).isNone()).isTrue();
  }
}
