/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

class ResultOrderTest {

  private static final String WINDOWS =
      "TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE p (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'datagen')",
              "CREATE TABLE versions (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts,"
                  + " PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',"
                  + " 'topic' = 'versions', 'properties.bootstrap.servers' = 'localhost:1',"
                  + " 'key.format' = 'json', 'value.format' = 'json')");

  private static RelNode node(String kind, String query) {
    return PlanNodes.first(kind, planner.optimize(query.replace("<windows>", WINDOWS)));
  }

  @ParameterizedTest(name = "{0} by {1}: {2}, one row a time: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GlobalWindowAggregate | window_end   | k   | true  | SELECT k, window_end, MAX(v) FROM <windows> GROUP BY k, window_start, window_end
          GlobalWindowAggregate | window_time  | k   | true  | SELECT k, window_time, MAX(v) FROM <windows> GROUP BY k, window_start, window_end, window_time
          GlobalWindowAggregate | window_end   | k v | true  | SELECT k, v, window_end, COUNT(*) FROM <windows> GROUP BY k, v, window_start, window_end
          GroupWindowAggregate  | w$end        | k   | true  | SELECT k, TUMBLE_END(ts, INTERVAL '1' MINUTE), MAX(v) FROM t GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE)
          GroupWindowAggregate  | w$rowtime    | k   | true  | SELECT k, SESSION_ROWTIME(ts, INTERVAL '1' MINUTE), MAX(v) FROM t GROUP BY k, SESSION(ts, INTERVAL '1' MINUTE)
          WindowRank            | window_end   | k   | false | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end ORDER BY v) AS n FROM <windows>) WHERE n < 3
          WindowJoin            | window_end   | k   | false | SELECT a.k, a.window_end FROM (SELECT * FROM <windows>) a JOIN (SELECT * FROM <windows>) b ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end
          WindowJoin            | window_end   | k0  | false | SELECT a.k, a.window_end FROM (SELECT * FROM <windows>) a JOIN (SELECT * FROM <windows>) b ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end
          OverAggregate         | ts           | k   | false | SELECT k, ts, SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t
          """)
  void ofOneKey(String kind, String time, String key, boolean oneRowATime, String query) {
    RelNode node = node(kind, query);
    ResultOrder order = ResultOrder.of(node, PlanNodes.column(node, time));

    assertThat(order).isNotNull();
    assertThat(order.oneRowATime()).isEqualTo(oneRowATime);
    assertThat(order.holdsWithin(PlanNodes.columns(node, key))).isTrue();
    assertThat(order.holdsWithin(ImmutableBitSet.of())).as("of several keys").isFalse();
    assertThat(order.holdsWithin(PlanNodes.columns(node, time))).as("of several keys").isFalse();
  }

  @ParameterizedTest(name = "{0} by {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GlobalWindowAggregate | window_start | SELECT k, window_start, MAX(v) FROM <windows> GROUP BY k, window_start, window_end
          GlobalWindowAggregate | k            | SELECT k, window_end, MAX(v) FROM <windows> GROUP BY k, window_start, window_end
          WindowJoin            | window_end0  | SELECT a.k, b.window_end FROM (SELECT * FROM <windows>) a LEFT JOIN (SELECT * FROM <windows>) b ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end
          OverAggregate         | v            | SELECT v, SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t
          OverAggregate         | 2            | SELECT SUM(v) OVER (PARTITION BY k ORDER BY pt) FROM p
          IntervalJoin          | ts           | SELECT a.ts, b.v FROM t a JOIN t b ON a.k = b.k AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '1' MINUTE
          TemporalJoin          | ts           | SELECT t.ts, versions.v FROM t JOIN versions FOR SYSTEM_TIME AS OF t.ts ON t.k = versions.k
          Match                 | r            | SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES MATCH_ROWTIME() AS r PATTERN (A B) DEFINE B AS B.v > 1)
          """)
  void notKnown(String kind, String column, String query) {
    RelNode node = node(kind, query);
    // one has a name that Flink has made up
    int position = column.equals("2") ? Integer.parseInt(column) : PlanNodes.column(node, column);

    assertThat(ResultOrder.of(node, position)).isNull();
  }

  @Test
  void ofWindowsThatFireAgain() {
    planner.set("table.exec.emit.early-fire.enabled", "true");
    planner.set("table.exec.emit.early-fire.delay", "1 s");
    RelNode node =
        node(
            "GroupWindowAggregate",
            "SELECT k, TUMBLE_END(ts, INTERVAL '1' MINUTE), MAX(v) FROM t"
                + " GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE)");

    assertThat(ResultOrder.of(node, PlanNodes.column(node, "w$end"))).isNull();
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource({
    "TUMBLE, window_start, true",
    "TUMBLE, window_end, true",
    "TUMBLE, k, false",
    "CUMULATE, window_start, false",
    "CUMULATE, window_end, true",
  })
  void aColumnTellsWindowsApart(String function, String column, boolean tells) {
    RelNode node =
        node(
            "GlobalWindowAggregate",
            "SELECT k, window_start, window_end, MAX(v) FROM TABLE(%s(TABLE t, DESCRIPTOR(ts), %s))"
                    .formatted(
                        function,
                        function.equals("TUMBLE")
                            ? "INTERVAL '1' MINUTE"
                            : "INTERVAL '1' MINUTE, INTERVAL '1' HOUR")
                + " GROUP BY k, window_start, window_end");

    assertThat(ResultOrder.identifiesWindow(node, PlanNodes.column(node, column))).isEqualTo(tells);
  }
}
