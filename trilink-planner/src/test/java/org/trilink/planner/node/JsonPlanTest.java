/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.flink.JsonPlans;
import org.trilink.planner.globalmerge.StreamExecGlobalMerge;
import org.trilink.planner.keywatermark.StreamExecKeyWatermarkIntervalJoin;
import org.trilink.planner.keywatermark.StreamExecKeyWatermarkOperator;
import org.trilink.planner.keywatermark.StreamExecKeyWatermarkSessionAggregate;
import org.trilink.planner.keywatermark.StreamExecKeyWatermarkWindowAggregate;
import org.trilink.planner.keywatermark.StreamExecKeyWatermarkWindowRank;
import org.trilink.planner.localmerge.StreamExecLocalMerge;
import org.trilink.planner.localmerge.StreamExecMergedGroupAggregate;
import org.trilink.planner.placement.StreamExecKeyPlacement;
import org.trilink.planner.testing.CollectedTableFactory;
import org.trilink.planner.testing.TestPlanner;

/** Trilink's nodes are the same after they were written to a JSON plan and read again. */
@Tag("slow")
class JsonPlanTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static final TableEnvironmentInternal TABLES =
      (TableEnvironmentInternal) planner.tables();

  @Test
  void keyWatermarkWindowAggregate() {
    String json =
        jsonPlan(
            """
            INSERT INTO s
            SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='5 min') */
              k, COUNT(DISTINCT v) FILTER (WHERE v > 3)
            FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
            GROUP BY k, window_start, window_end\
            """);

    assertThat(json)
        .contains("\"class\":\"" + StreamExecKeyWatermarkWindowAggregate.class.getName() + "\"")
        .contains("\"delayMillis\":5000")
        .contains("\"maxSkewMillis\":300000");
    String plan = JsonPlans.explain(TABLES, json);
    assertThat(TestPlanner.keyWatermarks(plan))
        .containsExactly(
            "watermark=key (query hint), watermark.delay=5 s (WATERMARK of t), watermark.max-skew=5"
                + " min (query hint)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT %s k, COUNT(*) FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND,"
            + " INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end",
        "SELECT %s k, COUNT(*) FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)",
        "SELECT %s CAST(NULL AS STRING), COUNT(*) FROM t GROUP BY TUMBLE(ts, INTERVAL '1' SECOND)"
      })
  void globalMerge(String query) {
    String json =
        jsonPlan(
            "INSERT INTO s "
                + query.formatted(
                    "/*+ TRILINK('exchange'='global-merge', 'watermark'='key',"
                        + " 'watermark.max-skew'='1 min', 'global-merge.emit'='punctuated',"
                        + " 'global-merge.store'='redis://h', 'global-merge.emit.when'='ts IS NOT"
                        + " NULL') */"));

    assertThat(json)
        .contains("\"class\":\"" + StreamExecGlobalMerge.class.getName() + "\"")
        .contains("\"store\":\"redis://h\"")
        .contains("\"atSlotEnd\":true") // as well as by the condition
        .doesNotContain("Exchange");
    assertThat(JsonPlans.explain(TABLES, json)).contains("GlobalMerge").doesNotContain("Exchange");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(DISTINCT i) FROM %s WHERE MOD(i, 30) <"
            + " 12 GROUP BY k, SESSION(ts, INTERVAL '1' SECOND)",
        "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) OVER (PARTITION BY k ORDER BY ts)"
            + " FROM %s",
        "SELECT /*+ TRILINK('watermark'='key') */ k, c FROM %s MATCH_RECOGNIZE (PARTITION BY k"
            + " ORDER BY ts MEASURES LAST(B.i) AS c AFTER MATCH SKIP PAST LAST ROW"
            + " PATTERN (A B) DEFINE A AS A.i >= 0)"
      })
  void keyWatermarkOperator(String query) throws Exception {
    assertSameRowsFromJsonPlan(StreamExecKeyWatermarkOperator.class, query.formatted("numbers"));
  }

  @Test
  void keyWatermarkGroupWindow() throws Exception {
    assertSameRowsFromJsonPlan(
        StreamExecKeyWatermarkWindowAggregate.class,
        "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) FROM numbers"
            + " GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)");
  }

  @Test
  void keyWatermarkSessions() throws Exception {
    assertSameRowsFromJsonPlan(
        StreamExecKeyWatermarkSessionAggregate.class,
        "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) FROM numbers WHERE MOD(i, 30) < 12"
            + " GROUP BY k, SESSION(ts, INTERVAL '1' SECOND)");
  }

  @Test
  void keyWatermarkWindowRank() throws Exception {
    assertSameRowsFromJsonPlan(
        StreamExecKeyWatermarkWindowRank.class,
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, i FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end ORDER BY i DESC) AS n
          FROM TABLE(TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '10' SECOND)))
        WHERE n <= 2\
        """);
  }

  @Test
  void keyWatermarkIntervalJoin() throws Exception {
    assertSameRowsFromJsonPlan(
        StreamExecKeyWatermarkIntervalJoin.class,
        """
        SELECT /*+ TRILINK('watermark'='key') */ a.k, a.i * 1000 + b.i
        FROM numbers AS a JOIN numbers AS b
        ON a.k = b.k AND a.ts BETWEEN b.ts - INTERVAL '1' SECOND AND b.ts\
        """);
  }

  @Test
  void keyWatermarkWindowJoin() throws Exception {
    assertSameRowsFromJsonPlan(
        StreamExecKeyWatermarkOperator.class,
        """
        SELECT /*+ TRILINK('watermark'='key') */ a.k, a.i * 1000 + b.i
        FROM (SELECT * FROM TABLE(TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '3' SECOND))) AS a
        JOIN (SELECT * FROM TABLE(TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '3' SECOND))) AS b
        ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end\
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT /*+ TRILINK('partition'='weight', 'partition.weights'='100') */ k, COUNT(*) OVER"
            + " (PARTITION BY k ORDER BY ts) FROM numbers",
        "SELECT /*+ TRILINK('partition'='least-key') */ a.k, a.i * 1000 + b.i FROM numbers AS a"
            + " JOIN numbers AS b ON a.k = b.k AND b.i < 9",
        "SELECT /*+ TRILINK('partition'='least-count', 'watermark'='key') */ k, COUNT(*)"
            + " FROM TABLE(TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY k, window_start, window_end",
        "SELECT /*+ TRILINK('partition'='org.trilink.planner.testing.ByLength') */ k, i FROM"
            + " numbers WHERE k IN (SELECT k FROM numbers WHERE i < 50)"
      })
  void keyPlacement(String sql) throws Exception {
    createNumbers();
    String json = jsonPlan("INSERT INTO counts " + sql);

    assertThat(json).contains("\"class\":\"" + StreamExecKeyPlacement.class.getName() + "\"");
    assertThat(TestPlanner.keyPlacements(JsonPlans.explain(TABLES, json))).hasSize(1);
    assertSameRows(json, sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT /*+ TRILINK('exchange'='local-merge') */ k, COUNT(DISTINCT i)"
            + " FROM TABLE(HOP(TABLE in_order, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10'"
            + " SECOND)) GROUP BY k, window_start, window_end",
        "SELECT /*+ TRILINK('exchange'='local-merge', 'watermark'='key', 'local-merge.emit'="
            + "'count,punctuated,period', 'local-merge.emit.records'='9', 'local-merge.emit.when'="
            + "'k = ''1'' AND MOD(i, 7) = 0') */ k, COUNT(*) + SUM(i)"
            + " FROM TABLE(TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY k, window_start, window_end",
        "SELECT /*+ TRILINK('exchange'='local-merge', 'local-merge.slot'='1 s') */ k, COUNT(*)"
            + " FROM in_order GROUP BY k, TUMBLE(ts, INTERVAL '3' SECOND)",
        "SELECT /*+ TRILINK('exchange'='local-merge', 'watermark'='key') */ k, COUNT(DISTINCT i)"
            + " FROM numbers GROUP BY k, HOP(ts, INTERVAL '2' SECOND, INTERVAL '5' SECOND)"
      })
  void localMerge(String sql) throws Exception {
    createNumbers();
    String json = jsonPlan("INSERT INTO counts " + sql);

    assertThat(json)
        .contains("\"class\":\"" + StreamExecLocalMerge.class.getName() + "\"")
        .contains("\"atSlotEnd\":true"); // as well as by a condition
    assertThat(JsonPlans.explain(TABLES, json)).contains("LocalMerge(");
    assertSameRows(json, sql);
  }

  /** Its results are changes, of which only the last ones are the same from run to run. */
  @Test
  void localMergeWithoutWindows() throws Exception {
    createNumbers();
    planner.execute(
        "CREATE TABLE IF NOT EXISTS latest (k STRING, c BIGINT, PRIMARY KEY (k) NOT ENFORCED)"
            + " WITH ('connector' = 'blackhole')");
    String sql =
        "INSERT INTO latest SELECT /*+ TRILINK('exchange'='local-merge') */ k, COUNT(DISTINCT i)"
            + " FROM numbers GROUP BY k";
    String json = jsonPlan(sql);

    assertThat(json)
        .contains("\"class\":\"" + StreamExecMergedGroupAggregate.class.getName() + "\"");
    JsonPlans.execute(TABLES, json).await();
  }

  private static void assertSameRowsFromJsonPlan(Class<?> node, String sql) throws Exception {
    createNumbers();
    String json = jsonPlan("INSERT INTO counts " + sql);

    assertThat(json).contains("\"class\":\"" + node.getName() + "\"").contains("\"delayMillis\":1");
    assertThat(TestPlanner.keyWatermarks(JsonPlans.explain(TABLES, json))).hasSize(1);
    assertSameRows(json, sql);
  }

  private static void assertSameRows(String json, String sql) throws Exception {
    List<Row> direct = new ArrayList<>();
    planner.tables().executeSql(sql).collect().forEachRemaining(direct::add);
    assertThat(direct).hasSizeGreaterThan(3);

    CollectedTableFactory.takeRows();
    JsonPlans.execute(TABLES, json).await();

    assertThat(CollectedTableFactory.takeRows())
        .map(Row::toString)
        .containsExactlyInAnyOrderElementsOf(direct.stream().map(Row::toString).toList());
  }

  @Test
  void advice() {
    String json =
        jsonPlan(
            "INSERT INTO s SELECT /*+ TRILINK('watermark'='key') */ k, CAST(v AS BIGINT) FROM t");

    assertThat(json).contains("\"class\":\"" + StreamExecHintReport.class.getName() + "\"");
    assertThat(TestPlanner.advice(JsonPlans.explain(TABLES, json)))
        .singleElement()
        .asString()
        .startsWith("TRILINK(watermark=key) on SELECT has no effect: ");
  }

  @Test
  void aPlanReadBackGivesTheSameRows() throws Exception {
    createNumbers();
    String query =
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end\
        """;
    List<Row> direct = new ArrayList<>();
    planner.tables().executeSql(query).collect().forEachRemaining(direct::add);
    assertThat(direct.stream().mapToLong(row -> row.<Long>getFieldAs("c")).sum()).isEqualTo(300);

    CollectedTableFactory.takeRows();
    JsonPlans.execute(TABLES, jsonPlan("INSERT INTO counts " + query)).await();

    assertThat(CollectedTableFactory.takeRows())
        .map(Row::toString)
        .containsExactlyInAnyOrderElementsOf(direct.stream().map(Row::toString).toList());
  }

  private static void createNumbers() {
    planner.execute(
        "CREATE TABLE IF NOT EXISTS numbers (i BIGINT, k AS CAST(MOD(i, 3) AS STRING),"
            // one key after the other: with a watermark for all keys, most rows would be late
            + " ts AS TO_TIMESTAMP_LTZ((5 - MOD(i, 3)) * 60000 + i * 100, 3),"
            + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen',"
            + " 'fields.i.kind' = 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '299')",
        "CREATE TABLE IF NOT EXISTS in_order (i BIGINT, k AS CAST(MOD(i, 3) AS STRING),"
            + " ts AS TO_TIMESTAMP_LTZ(i * 100, 3), WATERMARK FOR ts AS ts)"
            + " WITH ('connector' = 'datagen',"
            + " 'fields.i.kind' = 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '299')",
        "CREATE TABLE IF NOT EXISTS counts (k STRING, c BIGINT) WITH ('connector' = 'collected')");
  }

  private static String jsonPlan(String insert) {
    ModifyOperation operation = (ModifyOperation) TABLES.getParser().parse(insert).get(0);
    return JsonPlans.write(TABLES, Collections.singletonList(operation));
  }
}
