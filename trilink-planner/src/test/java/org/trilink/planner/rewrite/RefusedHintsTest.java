/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.apache.flink.table.api.Expressions.$;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.python.PythonEnv;
import org.apache.flink.table.functions.python.PythonFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.TestPlanner;

/**
 * The cases in which Flink's plan stays. For each there is a plan that contains the reason, and an
 * error with the same reason with {@code 'strict'='true'}.
 */
@Tag("slow")
class RefusedHintsTest {

  private static final String NEEDS_SKEW =
      " above it waits for watermarks, and without 'watermark.max-skew' it would get none before"
          + " the end of the input; set 'watermark.max-skew'";
  private static final String UNORDERED =
      ", which does not emit a key's rows in the order of that column; not supported yet";
  private static final String OTHER_OPERATORS =
      "TRILINK(watermark=key) on %s has no effect: it applies to no operator that waits for"
          + " watermarks";

  private static final String EARLY_OR_LATE =
      "watermark=key refused: table.exec.emit.early-fire and late-fire make a window emit results"
          + " before or after its end; not supported yet";

  private static final String GROUP_BY_TUMBLE =
      """
      SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c
      FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)""";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE p (k STRING, v INT, ts AS PROCTIME()) WITH ('connector' = 'datagen')",
              "CREATE TABLE u (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '9' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE events (k STRING, v INT, ts TIMESTAMP(3), pt AS PROCTIME(),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE changes (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ("
                  + "'connector' = 'planned', 'updates' = 'true')",
              "CREATE VIEW stock_windows AS SELECT k, window_start, window_end,"
                  + " window_time AS wt, c FROM (SELECT /*+ TRILINK('watermark'='subtask') */ k,"
                  + " window_start, window_end, window_time, COUNT(*) AS c"
                  + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
                  + " GROUP BY k, window_start, window_end, window_time)",
              // two phases only make these plans longer
              "CREATE VIEW windows AS SELECT k, window_start, window_end, window_time AS wt, c FROM"
                  + " (SELECT /*+ TRILINK('watermark'='key') */ k, window_start, window_end,"
                  + " window_time, COUNT(*) AS c"
                  + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
                  + " GROUP BY k, window_start, window_end, window_time)");

  @BeforeAll
  static void createTemporalTableFunction() {
    planner
        .tables()
        .createTemporarySystemFunction(
            "rates",
            planner
                .tables()
                .sqlQuery("SELECT * FROM u")
                .createTemporalTableFunction($("ts"), $("k")));
  }

  @Test
  void theAdviceHidesNoKeyFromTheOperatorsAbove() {
    String plan =
        planner.plan(
            """
            SELECT a.k, a.w, b.v FROM (
              SELECT /*+ TRILINK('watermark'='key') */
                k, TUMBLE_START(ts, INTERVAL '10' SECOND) AS w, COUNT(*) AS c
              FROM p GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)) AS a
            JOIN p AS b ON a.k = b.k""");

    assertThat(TestPlanner.advice(plan)).hasSize(1);
    assertThat(plan).contains("leftInputSpec=[HasUniqueKey]");
  }

  @Test
  void noKeys() {
    assertRefused(
        "no keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY window_start, window_end""",
        "watermark=key refused: GROUP BY has no columns other than the window, so there are no"
            + " keys");
  }

  @Test
  void processingTime() {
    assertRefused(
        "processing time",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE p, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""",
        "watermark=key refused: the window is on processing time, which has no watermark");
  }

  /** Flink 1.14 can plan it, but not translate it: with Trilink it must also be planned. */
  @Test
  void groupByTimeOfMatchesAndItsWindow() {
    String sql =
        """
        SELECT %s k, mt, TUMBLE_START(mt, INTERVAL '3' SECOND) AS w
        FROM (
          SELECT * FROM t MATCH_RECOGNIZE (
            PARTITION BY v ORDER BY ts MEASURES A.k AS k, MATCH_ROWTIME() AS mt
            PATTERN (A) DEFINE A AS A.v > 0)) AS m
        GROUP BY k, mt, TUMBLE(mt, INTERVAL '3' SECOND)""";

    Throwable unhinted = catchThrowable(() -> planner.plan(sql.formatted("")));
    Throwable hinted = catchThrowable(() -> planner.plan(sql.formatted(TestPlanner.HINT)));

    assertThat(hinted == null).isEqualTo(unhinted == null);
    if (unhinted != null) {
      assertThat(unhinted).hasMessage("field [mt0] not found; input fields are: [v, k, mt]");
      assertThat(hinted).hasMessage(unhinted.getMessage());
    }
  }

  @Test
  void groupByTumbleWithoutKeys() {
    assertRefused(
        "GROUP BY TUMBLE without keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ COUNT(*) AS c
        FROM t GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)""",
        "watermark=key refused: GROUP BY has no columns other than the window, so there are no"
            + " keys");
  }

  @Test
  void groupByTumbleOnProcessingTime() {
    assertRefused(
        "GROUP BY TUMBLE on processing time",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c
        FROM p GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)""",
        "watermark=key refused: the window is on processing time, which has no watermark");
  }

  @Test
  void groupByTumbleWithEarlyFiring() {
    planner.set("table.exec.emit.early-fire.enabled", "true");
    planner.set("table.exec.emit.early-fire.delay", "1 s");
    assertRefused("GROUP BY TUMBLE with early firing", GROUP_BY_TUMBLE, EARLY_OR_LATE);
  }

  @Test
  void groupByTumbleWithLateFiring() {
    planner.set("table.exec.emit.late-fire.enabled", "true");
    planner.set("table.exec.emit.late-fire.delay", "0 s");
    planner.set("table.exec.emit.allow-lateness", "1 min");
    assertRefused("GROUP BY TUMBLE with late firing", GROUP_BY_TUMBLE, EARLY_OR_LATE);
  }

  @Test
  void groupByTumbleOverUpdates() {
    assertRefused(
        "GROUP BY TUMBLE over updates",
        GROUP_BY_TUMBLE.replace("FROM t", "FROM changes"),
        "watermark=key refused: its input has updates, which may arrive with old event times and"
            + " then be late; not supported yet");
  }

  @Test
  void groupByTumbleBelowAWindow() {
    assertRefused(
        "GROUP BY TUMBLE below a window",
        """
        SELECT TUMBLE_START(wt, INTERVAL '1' MINUTE) AS w, MAX(c) AS m FROM (
          SELECT /*+ TRILINK('watermark'='key') */
            k, TUMBLE_ROWTIME(ts, INTERVAL '10' SECOND) AS wt, COUNT(*) AS c
          FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND))
        GROUP BY TUMBLE(wt, INTERVAL '1' MINUTE)""",
        "watermark=key refused: GroupWindowAggregate" + NEEDS_SKEW);
  }

  @Test
  void overWithoutKeys() {
    assertRefused(
        "OVER without keys",
        "SELECT /*+ TRILINK('watermark'='key') */ k, SUM(v) OVER (ORDER BY ts) AS s FROM t",
        "watermark=key refused: OVER has no PARTITION BY, so there are no keys");
  }

  @Test
  void overOnProcessingTime() {
    assertRefused(
        "OVER on processing time",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s
        FROM p""",
        "watermark=key refused: OVER is not ordered by a rowtime attribute, so it does not use"
            + " watermarks");
  }

  @Test
  void overBelowAWindow() {
    assertRefused(
        "OVER below a window, both asked for",
        """
        SELECT k, window_start, MAX(s) AS m
        FROM TABLE(TUMBLE((SELECT /*+ TRILINK('watermark'='key') */
            k, ts, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""",
        "watermark=key refused: WindowAggregate" + NEEDS_SKEW);
  }

  @Test
  void matchRecognizeWithoutKeys() {
    assertRefused(
        "MATCH_RECOGNIZE without keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ * FROM t MATCH_RECOGNIZE (
          ORDER BY ts MEASURES LAST(B.ts) AS w
          PATTERN (A B) DEFINE A AS A.v > 1, B AS B.v < 1)""",
        "watermark=key refused: MATCH_RECOGNIZE has no PARTITION BY, so there are no keys");
  }

  @Test
  void matchRecognizeOnProcessingTime() {
    assertRefused(
        "MATCH_RECOGNIZE on processing time",
        """
        SELECT /*+ TRILINK('watermark'='key') */ * FROM p MATCH_RECOGNIZE (
          PARTITION BY k ORDER BY ts MEASURES LAST(B.v) AS w
          PATTERN (A B) DEFINE A AS A.v > 1, B AS B.v < 1)""",
        "watermark=key refused: MATCH_RECOGNIZE is not ordered by a rowtime attribute, so it does"
            + " not use watermarks");
  }

  @Test
  void deduplication() {
    assertRefused(
        "deduplication",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, v FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n FROM t)
        WHERE n = 1""",
        OTHER_OPERATORS.formatted("SELECT")
            + "; Flink's Deduplicate does not, and it drops no late rows");
  }

  @Test
  void topNOfAllTime() {
    assertRefused(
        "top-n of all time",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, v FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS n FROM t)
        WHERE n <= 3""",
        OTHER_OPERATORS.formatted("SELECT"));
  }

  @Test
  void windowsOfAWindowsResult() {
    assertRefused(
        "windows of a window's result",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='1 min') */
          c, window_start, COUNT(*) AS n
        FROM (SELECT /*+ TRILINK('watermark'='subtask') */ k, window_start, window_end,
            COUNT(*) AS c
          FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
          GROUP BY k, window_start, window_end)
        GROUP BY c, window_start, window_end""",
        "watermark=key refused: GROUP BY uses the windows of an operator below (window_start,"
            + " window_end) instead of its own window function; not supported yet");
  }

  @Test
  void windowsOfAWindowsResultWithTheSameKeys() {
    assertRefused(
        "windows of a window's result, same keys",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='1 min') */
          k, window_start, COUNT(*) AS n
        FROM (SELECT /*+ TRILINK('watermark'='subtask') */ k, v, window_start, window_end,
            COUNT(*) AS c
          FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
          GROUP BY k, v, window_start, window_end)
        GROUP BY k, window_start, window_end""",
        "watermark=key refused: GROUP BY uses the windows of an operator below (window_start,"
            + " window_end) instead of its own window function; not supported yet");
  }

  @Test
  void windowAbove() {
    assertRefused(
        "window above",
        """
        SELECT window_start, MAX(c) AS m
        FROM TABLE(TUMBLE((SELECT wt, c FROM windows), DESCRIPTOR(wt), INTERVAL '1' MINUTE))
        GROUP BY window_start, window_end""",
        "watermark=key refused: WindowAggregate" + NEEDS_SKEW);
  }

  @Test
  void overAbove() {
    assertRefused(
        "OVER above",
        "SELECT k, SUM(c) OVER (PARTITION BY k ORDER BY wt) AS s FROM windows",
        "watermark=key refused: OverAggregate" + NEEDS_SKEW);
  }

  @Test
  void sortAbove() {
    assertRefused(
        "ORDER BY above",
        "SELECT k, c, wt FROM windows ORDER BY wt",
        "watermark=key refused: TemporalSort" + NEEDS_SKEW);
  }

  @Test
  void intervalJoinAbove() {
    assertRefused(
        "interval join above",
        """
        SELECT w.k, c, v FROM windows AS w JOIN u
        ON w.k = u.k AND u.ts BETWEEN w.wt - INTERVAL '5' SECOND AND w.wt""",
        "watermark=key refused: IntervalJoin" + NEEDS_SKEW);
  }

  @Test
  void windowJoinAbove() {
    assertRefused(
        "window join above",
        """
        SELECT a.k, a.c FROM windows AS a JOIN (
          SELECT k, window_start, window_end, COUNT(*) AS c
          FROM TABLE(TUMBLE(TABLE u, DESCRIPTOR(ts), INTERVAL '10' SECOND))
          GROUP BY k, window_start, window_end) AS b
        ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end""",
        "watermark=key refused: WindowJoin" + NEEDS_SKEW);
  }

  @Test
  void topOfEachWindowAbove() {
    assertRefused(
        "window top-n above",
        """
        SELECT k, c FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY c) AS n
          FROM windows)
        WHERE n <= 3""",
        "watermark=key refused: WindowRank" + NEEDS_SKEW);
  }

  @Test
  void matchRecognizeAbove() {
    assertRefused(
        "MATCH_RECOGNIZE above",
        """
        SELECT * FROM windows MATCH_RECOGNIZE (
          PARTITION BY k ORDER BY wt MEASURES LAST(B.wt) AS w
          PATTERN (A B) DEFINE A AS A.c > 1, B AS B.c < 1)""",
        "watermark=key refused: Match" + NEEDS_SKEW);
  }

  @Test
  void miniBatchesAbove() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "2 s");
    planner.set("table.exec.mini-batch.size", "1000");
    assertRefused(
        "mini-batches above",
        "SELECT window_start, MAX(c) AS m FROM windows GROUP BY window_start",
        "watermark=key refused: GroupAggregate" + NEEDS_SKEW);

    planner.set("table.optimizer.trilink.watermark.max-skew", "1 min");
    String plan = planner.plan("SELECT window_start, MAX(c) FROM windows GROUP BY window_start");
    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
  }

  @Test
  void currentWatermarkAbove() {
    String sql = "SELECT k, CURRENT_WATERMARK(wt) AS w FROM windows";
    String refused = "watermark=key refused: Calc" + NEEDS_SKEW;
    String plan = planner.plan(sql);
    assertThat(plan).doesNotContain("KeyWatermark");
    assertThat(TestPlanner.advice(plan)).containsExactly(refused);
    planner.set("table.optimizer.trilink.strict", "true");
    assertThat(planner.error(sql)).contains(refused);

    planner.set("table.optimizer.trilink.watermark.max-skew", "1 min");
    assertThat(TestPlanner.keyWatermarks(planner.plan(sql))).hasSize(1);
  }

  @Test
  void aSinkThatCommitsPartitionsByTheWatermarkAbove() {
    String files =
        "CREATE TEMPORARY TABLE IF NOT EXISTS %s (k STRING, c BIGINT, d STRING) PARTITIONED BY (d)"
            + " WITH ('connector' = 'filesystem', 'path' = 'file:///days', 'format' = 'json',"
            + " 'sink.partition-commit.policy.kind' = 'success-file',"
            + " 'sink.partition-commit.trigger' = '%s')";
    planner.execute(
        files.formatted("by_watermark", "partition-time"),
        files.formatted("by_clock", "process-time"));
    String sql = "INSERT INTO %s SELECT k, c, DATE_FORMAT(wt, 'yyyy-MM-dd') FROM windows";
    String refused = "watermark=key refused: Sink" + NEEDS_SKEW;

    String plan = planner.plan(sql.formatted("by_watermark"));
    assertThat(plan).doesNotContain("KeyWatermark");
    assertThat(TestPlanner.advice(plan)).containsExactly(refused);
    String byClock = planner.plan(sql.formatted("by_clock"));
    assertThat(TestPlanner.keyWatermarks(byClock)).hasSize(1);
    planner.set("table.optimizer.trilink.strict", "true");
    assertThat(planner.error(sql.formatted("by_watermark"))).contains(refused);

    planner.set("table.optimizer.trilink.strict", "false");
    String byWatermark =
        "by_clock /*+ OPTIONS('sink.partition-commit.trigger'='partition-time') */";
    assertThat(TestPlanner.advice(planner.plan(sql.formatted(byWatermark))))
        .containsExactly(refused);

    planner.set("table.optimizer.trilink.watermark.max-skew", "1 min");
    assertThat(TestPlanner.keyWatermarks(planner.plan(sql.formatted("by_watermark")))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'partition'='least-key'", "'exchange'='local-merge'"})
  void pythonAggregates(String hint) {
    planner.tables().dropTemporarySystemFunction("py_sum");
    planner.tables().createTemporarySystemFunction("py_sum", PythonSum.class);
    String plan =
        planner.planWithoutOperators(
            "SELECT /*+ TRILINK(%s) */ k, py_sum(v) FROM t GROUP BY k".formatted(hint));

    assertThat(TestPlanner.advice(plan))
        .singleElement()
        .asString()
        .contains(" refused: PythonGroupAggregate ");
  }

  /** Planned only. */
  public static final class PythonSum extends AggregateFunction<Long, Long>
      implements PythonFunction {

    private static final long serialVersionUID = 1L;

    public void accumulate(Long sum, Integer value) {}

    @Override
    public TypeInference getTypeInference(DataTypeFactory types) {
      return TypeInference.newBuilder()
          .typedArguments(DataTypes.INT())
          .accumulatorTypeStrategy(TypeStrategies.explicit(DataTypes.BIGINT()))
          .outputTypeStrategy(TypeStrategies.explicit(DataTypes.BIGINT()))
          .build();
    }

    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long getValue(Long sum) {
      return sum;
    }

    @Override
    public byte[] getSerializedPythonFunction() {
      return new byte[0];
    }

    @Override
    public PythonEnv getPythonEnv() {
      return new PythonEnv(PythonEnv.ExecType.PROCESS);
    }
  }

  @Test
  void matchRecognizeBelow() {
    assertRefused(
        "MATCH_RECOGNIZE below",
        """
        WITH found AS (
          SELECT /*+ TRILINK('watermark'='subtask') */ * FROM t MATCH_RECOGNIZE (
            PARTITION BY k ORDER BY ts MEASURES MATCH_ROWTIME() AS mt
            PATTERN (A B) DEFINE A AS A.v > 1, B AS B.v < 1))
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE found, DESCRIPTOR(mt), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""",
        "watermark=key refused: its time column comes from Match" + UNORDERED);
  }

  @Test
  void intervalJoinBelow() {
    assertRefused(
        "interval join below",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE((SELECT t.k, t.ts, u.v FROM t JOIN u
            ON t.k = u.k AND t.ts BETWEEN u.ts - INTERVAL '5' SECOND AND u.ts),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""",
        "watermark=key refused: its time column comes from IntervalJoin" + UNORDERED);
  }

  @Test
  void deduplicationByOtherKeysBelow() {
    String sql = countOfFirst("v", "k");
    String refused =
        "watermark=key refused: Deduplicate by [v] sends a key's rows through several subtasks, so"
            + " the delay is unknown; set 'watermark.delay'";
    String plan = planner.plan(sql);
    assertThat(plan).contains("Deduplicate(").doesNotContain("KeyWatermark");
    assertThat(TestPlanner.advice(plan)).containsExactly(refused);
    planner.set("table.optimizer.trilink.strict", "true");
    assertThat(planner.error(sql)).contains(refused);

    planner.set("table.optimizer.trilink.watermark.delay", "20 s");
    assertThat(TestPlanner.keyWatermarks(planner.plan(sql)))
        .containsExactly(
            "watermark=key (query hint), watermark.delay=20 s (session),"
                + " watermark.max-skew=unbounded (default)");
  }

  /** All rows of a key come through one subtask. */
  @ParameterizedTest
  @ValueSource(strings = {"k", "k, v"})
  void deduplicationByTheSameOrFewerKeysIsNoReason(String keys) {
    String plan = planner.plan(countOfFirst("k", keys));

    assertThat(plan).contains("Deduplicate(");
    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(TestPlanner.keyWatermarks(plan))
        .containsExactly(
            "watermark=key (query hint), watermark.delay=5 s (WATERMARK of events),"
                + " watermark.max-skew=unbounded (default)");
  }

  private static String countOfFirst(String deduplicatedBy, String keys) {
    return """
        SELECT /*+ TRILINK('watermark'='key') */ %2$s, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE((SELECT k, v, ts FROM (
            SELECT *, ROW_NUMBER() OVER (PARTITION BY %1$s ORDER BY pt) AS n FROM events)
            WHERE n = 1),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY %2$s, window_start, window_end"""
        .formatted(deduplicatedBy, keys);
  }

  @Test
  void deduplicationOfResultsByOtherKeysBelow() {
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='20 s') */
              k, SUM(c) OVER (PARTITION BY k ORDER BY wt) AS s
            FROM (SELECT k, wt, c FROM (
                SELECT *, ROW_NUMBER() OVER (PARTITION BY c ORDER BY pt) AS n
                FROM (SELECT k, wt, c, PROCTIME() AS pt FROM stock_windows))
              WHERE n = 1)""");

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "watermark=key refused: Deduplicate by [c] sends a key's rows through several subtasks,"
                + " so that results of WindowAggregate lose their order; not supported yet");
  }

  @Test
  void differentHintsOnTablesBelow() {
    String reason =
        "watermark=key refused: the tables below it have different TRILINK hints; put one hint on"
            + " SELECT instead";
    assertRefused(
        "different tables' hints", countOfUnion("TRILINK('watermark.delay'='1 s',"), reason);
    assertRefused("hint on the first table only", countOfUnion(null), reason);
    String swapped =
        countOfUnion(null)
            .replace("FROM t /*", "FROM x /*")
            .replace("FROM u", "FROM t")
            .replace("FROM x", "FROM u");
    assertRefused("hint on the other table only", swapped, reason);
  }

  @Test
  void unionOfTables() {
    assertRefused(
        "union of tables",
        countOfUnion("TRILINK("),
        "watermark=key refused: UNION ALL combines tables that may be at different event times, so"
            + " the delay is unknown; set 'watermark.delay'");

    planner.set("table.optimizer.trilink.watermark.delay", "20 s");
    assertThat(TestPlanner.keyWatermarks(planner.plan(countOfUnion("TRILINK("))))
        .containsExactly(
            "watermark=key (table hint), watermark.delay=20 s (session),"
                + " watermark.max-skew=unbounded (default)");
  }

  private static String countOfUnion(String hintOfU) {
    return """
        SELECT k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE((SELECT * FROM (
            SELECT * FROM t /*+ TRILINK('watermark'='key') */
            UNION ALL SELECT * FROM u%s)),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end"""
        .formatted(hintOfU == null ? "" : " /*+ " + hintOfU + "'watermark'='key') */");
  }

  @Test
  void unionOfResults() {
    assertRefused(
        "union of results",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='20 s') */
          k, SUM(c) OVER (PARTITION BY k ORDER BY wt) AS s
        FROM (SELECT * FROM stock_windows WHERE c > 3
          UNION ALL SELECT * FROM stock_windows WHERE c < 3)""",
        "watermark=key refused: UNION ALL combines results of WindowAggregate with rows that may be"
            + " at other event times; not supported yet");
  }

  @Test
  void resultsOfOtherKeys() {
    String reason =
        "watermark=key refused: it combines results of different keys of WindowAggregate, which are"
            + " at different event times; Flink's own operator handles this, because it waits for"
            + " the watermark that WindowAggregate forwards";
    assertRefused(
        "OVER results of other keys",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='20 s') */
          c, COUNT(*) OVER (PARTITION BY c ORDER BY wt) AS s
        FROM stock_windows""",
        reason);
    assertRefused(
        "window over results of other keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ c, window_start, COUNT(*) AS s
        FROM TABLE(TUMBLE((SELECT c, wt FROM stock_windows), DESCRIPTOR(wt), INTERVAL '1' MINUTE))
        GROUP BY c, window_start, window_end""",
        reason);
    assertRefused(
        "window top-n of results of other keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, c FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY c, window_start, window_end ORDER BY k) AS n
          FROM stock_windows)
        WHERE n <= 3""",
        reason);
    assertRefused(
        "window join of results of other keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ a.k, b.k FROM stock_windows AS a
        JOIN stock_windows AS b
        ON a.c = b.c AND a.window_start = b.window_start AND a.window_end = b.window_end""",
        reason);
  }

  @Test
  void resultsOfKeysThatFallIdle() {
    assertRefused(
        "results of keys that fall idle",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.idle-timeout'='1 min') */
          k, SUM(c) OVER (PARTITION BY k ORDER BY wt) AS s
        FROM stock_windows""",
        "watermark=key refused: its input rows are results of WindowAggregate, and with"
            + " 'watermark.idle-timeout' the results of a key that is active again may be out of"
            + " order; not supported yet");
  }

  /** The exchanges of both operators have several channels for a key that moves. */
  @Test
  void resultsOfKeysThatMove() {
    for (String moving :
        new String[] {
          "'partition'='auto'", "'partition'='least-key', 'partition.monitor'='threshold'"
        }) {
      assertThat(
              planner.plan(
                  "SELECT /*+ TRILINK('watermark'='key', "
                      + moving
                      + ") */ k, SUM(c) OVER (PARTITION BY k ORDER BY wt) AS s FROM stock_windows"))
          .contains(
              "watermark=key refused: its input rows are results of WindowAggregate, and with"
                  + " 'partition=auto' or 'partition.monitor' the results of a key that has moved"
                  + " may overtake those of the subtask where it was; not supported yet");
    }
  }

  /** Keys of an operator that is not below this one may move, or fall idle. */
  @ParameterizedTest
  @ValueSource(
      strings = {"'partition'='auto'", "'watermark'='key', 'watermark.idle-timeout'='1 min'"})
  void hintsOfOperatorsThatAreNotBelow(String other) {
    String plan =
        planner.plan(
            "SELECT k, s FROM (SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='20 s') */"
                + " k, SUM(c) OVER (PARTITION BY k ORDER BY wt) AS s FROM stock_windows)"
                + " UNION ALL SELECT k, c FROM (SELECT /*+ TRILINK("
                + other
                + ") */ k, COUNT(*) AS c FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND))");

    assertThat(plan).contains("KeyWatermarkOverAggregate");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void windowTopNWithoutKeys() {
    assertRefused(
        "window top-n without keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, v FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY v) AS n
          FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)))
        WHERE n <= 3""",
        "watermark=key refused: PARTITION BY has no columns other than the window, so there are no"
            + " keys");
  }

  @Test
  void windowJoinWithoutKeys() {
    assertRefused(
        "window join without keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ a.k, b.k
        FROM (SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))) AS a
        JOIN (SELECT * FROM TABLE(TUMBLE(TABLE u, DESCRIPTOR(ts), INTERVAL '10' SECOND))) AS b
        ON a.window_start = b.window_start AND a.window_end = b.window_end""",
        "watermark=key refused: the join has no equality condition other than on the window, so"
            + " there are no keys");
  }

  @Test
  void intervalJoinWithoutKeys() {
    assertRefused(
        "interval join without keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ t.k, u.v FROM t JOIN u
        ON t.ts BETWEEN u.ts - INTERVAL '5' SECOND AND u.ts""",
        "watermark=key refused: the join has no equality condition, so there are no keys");
  }

  @Test
  void intervalJoinOnProcessingTime() {
    assertRefused(
        "interval join on processing time",
        """
        SELECT /*+ TRILINK('watermark'='key') */ a.k, b.v FROM p AS a JOIN p AS b
        ON a.k = b.k AND a.ts BETWEEN b.ts - INTERVAL '5' SECOND AND b.ts""",
        "watermark=key refused: the join is on processing time, which has no watermark");
  }

  @Test
  void intervalJoinWithAnEmptyInterval() {
    assertRefused(
        "interval join with an empty interval",
        """
        SELECT /*+ TRILINK('watermark'='key') */ t.k, u.v FROM t LEFT JOIN u
        ON t.k = u.k AND t.ts BETWEEN u.ts + INTERVAL '5' SECOND AND u.ts""",
        "watermark=key refused: the join's interval is empty, so no rows match and Flink runs no"
            + " join operator with keys");
  }

  @Test
  void temporalTableFunction() {
    planner.set("table.optimizer.trilink.watermark", "key");
    assertRefused(
        "temporal table function",
        """
        SELECT t.k, r.v
        FROM t, LATERAL TABLE(rates(t.ts)) AS r WHERE t.k = r.k""",
        "watermark=key refused: joins with a temporal table function are not supported; use FOR"
            + " SYSTEM_TIME AS OF");
  }

  @Test
  void hintOnOneOfTheTablesOfAJoin() {
    assertRefused(
        "hint on one table of an interval join",
        """
        SELECT t.k, u.v FROM t /*+ TRILINK('watermark'='key') */ JOIN u
        ON t.k = u.k AND t.ts BETWEEN u.ts - INTERVAL '5' SECOND AND u.ts""",
        "watermark=key refused: the tables below it have different TRILINK hints; put one hint on"
            + " SELECT instead");
  }

  @Test
  void noWindowInReach() {
    assertRefused(
        "no window in reach",
        "SELECT /*+ TRILINK('watermark'='key') */ k, v FROM t",
        OTHER_OPERATORS.formatted("SELECT"));
    assertRefused(
        "no window in reach, all columns",
        "SELECT /*+ TRILINK('watermark'='key') */ * FROM t",
        OTHER_OPERATORS.formatted("SELECT"));
    assertRefused(
        "no window in reach of a table's hint",
        "SELECT k, v FROM t /*+ TRILINK('watermark'='key') */",
        OTHER_OPERATORS.formatted("table t"));
    assertRefused(
        "no window in reach, INSERT",
        "INSERT INTO s SELECT /*+ TRILINK('watermark'='key') */ k, CAST(v AS BIGINT) FROM t",
        OTHER_OPERATORS.formatted("SELECT"));
    assertRefused(
        "unbounded aggregate",
        "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c FROM t GROUP BY k",
        OTHER_OPERATORS.formatted("SELECT"));
  }

  @Test
  void oneOfTwoEqualHintsHasNoEffect() {
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c
            FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
            GROUP BY k, window_start, window_end
            UNION ALL
            SELECT /*+ TRILINK('watermark'='key') */ k, CAST(v AS BIGINT) FROM u""");

    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan)).containsExactly(OTHER_OPERATORS.formatted("SELECT"));
  }

  @Test
  void optionsThatNeedOthers() {
    assertRefused(
        "max-skew alone",
        """
        SELECT /*+ TRILINK('watermark.max-skew'='5 s') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""",
        "TRILINK(watermark.max-skew=5 s) on SELECT has no effect: watermark.max-skew needs"
            + " watermark=key");
  }

  @Test
  void whatFlinkDoesAnyway() {
    assertRefused(
        "what Flink does anyway",
        """
        SELECT /*+ TRILINK('watermark'='subtask') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""",
        "TRILINK(watermark=subtask) on SELECT has no effect: it asks for Flink's default"
            + " behaviour");
  }

  @Test
  void aHintMayTakeBackWhatAWeakerOneAsksForEvenIfStrict() {
    planner.set("table.optimizer.trilink.watermark", "key");
    planner.set("table.optimizer.trilink.strict", "true");
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('watermark'='subtask') */ k, window_start, COUNT(*) AS c
            FROM TABLE(TUMBLE((SELECT * FROM t /*+ TRILINK('watermark'='key') */),
              DESCRIPTOR(ts), INTERVAL '10' SECOND))
            GROUP BY k, window_start, window_end""");

    assertThat(plan).doesNotContain("KeyWatermark").doesNotContain("HintReport");
  }

  /** The global phase is replaced by an operator of one phase, and is named like one. */
  @Test
  void phasesAreNotNamed() {
    planner.set("table.optimizer.agg-phase-strategy", "TWO_PHASE");
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='1 min') */ a.k, b.k
            FROM windows AS a JOIN windows AS b
            ON a.c = b.c AND a.window_start = b.window_start AND a.window_end = b.window_end""");

    assertThat(plan).contains("KeyWatermarkWindowAggregate(");
    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "watermark=key refused: it combines results of different keys of WindowAggregate, which"
                + " are at different event times; Flink's own operator handles this, because it"
                + " waits for the watermark that WindowAggregate forwards");
  }

  /** The reason is in the plan, above Flink's own operator, and it is the error with 'strict'. */
  private static void assertRefused(String name, String sql, String reason) {
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    String plan = planner.plan(sql);
    assertThat(TestPlanner.advice(plan)).contains(reason);
    assertThat(plan).doesNotContain("KeyWatermark");
    golden.assertPlan(name, sql, plan);

    planner.set("table.optimizer.agg-phase-strategy", "TWO_PHASE");
    assertThat(planner.plan(sql)).contains("HintReport").doesNotContain("KeyWatermark");

    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    planner.set("table.optimizer.trilink.strict", "true");
    assertThat(planner.error(sql))
        .isEqualTo("TRILINK hint: " + reason + ". It is an error because 'strict' is 'true'.");
    planner.set("table.optimizer.trilink.strict", "false");
  }
}
