/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.plan.optimize.program.FlinkStreamProgram;
import org.junit.jupiter.api.Test;
import org.trilink.planner.Trilink;
import org.trilink.planner.testing.TestPlanner;

/** Checks that a session without hints plans as Flink does, and when this changes. */
class TrilinkCalciteConfigTest {

  private static final String UNHINTED =
      "SELECT k, SUM(w) OVER (PARTITION BY k ORDER BY ts) FROM (SELECT k, w + 1 AS w, ts FROM"
          + " (SELECT k, v * 2 AS w, ts FROM t))";
  private static final String HINTED =
      "SELECT %s k, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t"
          .formatted(TestPlanner.HINT);

  private final Catalog catalog = new GenericInMemoryCatalog("shared");
  private final TableEnvironment trilink = environment();

  TrilinkCalciteConfigTest() {
    Trilink.install(trilink);
    trilink.executeSql(
        "CREATE TABLE t (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH"
            + " ('connector' = 'datagen')");
  }

  @Test
  void aQueryWithoutHintsIsConvertedAndPlannedAsByFlink() {
    assertThat(trilink.explainSql(UNHINTED)).isEqualTo(environment().explainSql(UNHINTED));
  }

  @Test
  void sessionOptionsAreNoHints() {
    trilink.getConfig().getConfiguration().setString("table.optimizer.trilink.strict", "true");

    assertThat(trilink.explainSql(UNHINTED)).isEqualTo(environment().explainSql(UNHINTED));
  }

  @Test
  void aHintsEffectEndsWithItsStatement() {
    trilink.executeSql("CREATE VIEW hinted AS " + HINTED);
    trilink.explainSql(HINTED);
    trilink.explainSql("SELECT k, s + 1 FROM hinted");
    trilink.executeSql("EXPLAIN PLAN FOR " + HINTED);
    trilink.sqlQuery(HINTED);

    String joined = "SELECT a.k FROM t AS a JOIN (" + UNHINTED + ") AS b ON a.k = b.k";
    for (String sql : new String[] {UNHINTED, joined}) {
      assertThat(trilink.explainSql(sql)).isEqualTo(environment().explainSql(sql));
    }
  }

  @Test
  void aTablesExpressionsDoNotMakeThePlannerForgetHints() {
    Table hinted = trilink.sqlQuery(HINTED);
    trilink.executeSql("CREATE TABLE computed (v INT, w AS v + 1) WITH ('connector' = 'datagen')");
    trilink.from("computed");

    assertThat(TestPlanner.keyWatermarks(hinted.explain())).isNotEmpty();
  }

  /** As those of Hive are: its columns' expressions are converted while the query is. */
  @Test
  void aTableOfACatalogThatKeepsExpressionsAsText() throws Exception {
    catalog.createTable(
        new ObjectPath("default", "u"),
        CatalogTable.of(
            Schema.newBuilder()
                .column("k", "STRING")
                .column("v", "INT")
                .columnByExpression("w", "v + 1")
                .column("ts", "TIMESTAMP(3)")
                .watermark("ts", "ts - INTERVAL '1' SECOND")
                .build(),
            "",
            List.of(),
            Map.of("connector", "datagen")),
        false);

    assertThat(TestPlanner.keyWatermarks(trilink.explainSql(HINTED.replace("FROM t", "FROM u"))))
        .isNotEmpty();
  }

  @Test
  void aQueryUponOneWithAHintIsKeptApartFromIt() {
    Table hinted = trilink.sqlQuery("SELECT %s k, v, ts FROM t".formatted(TestPlanner.HINT));
    trilink.createTemporaryView("earlier", hinted);
    String over = "SELECT k, SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM ";

    for (String earlier : new String[] {"earlier", "shared.`default`.earlier", hinted.toString()}) {
      trilink.explainSql(UNHINTED);

      assertThat(TestPlanner.keyWatermarks(trilink.explainSql(over + earlier))).isEmpty();
    }
  }

  @Test
  void theFirstHintMayBeInAViewOfAnotherSession() {
    trilink.executeSql("CREATE VIEW hinted AS " + HINTED);
    TableEnvironment other = environment();
    Trilink.install(other);
    String query = "SELECT k, s + 1 FROM hinted";

    assertThat(converted(other, query)).isEqualTo(converted(trilink, query));
    assertThat(TestPlanner.keyWatermarks(other.explainSql(query))).isNotEmpty();
  }

  @Test
  void flinksPhasesKeepTheirNames() {
    CalciteConfig config = (CalciteConfig) trilink.getConfig().getPlannerConfig();

    assertThat(config.getStreamProgram().get().getProgramNames())
        .startsWith("trilink_make_hints_known", "trilink_resolve_hints")
        .containsSubsequence(
            FlinkStreamProgram.buildProgram(trilink.getConfig().getConfiguration())
                .getProgramNames())
        .endsWith("trilink_rewrite_physical_plan");
  }

  private TableEnvironment environment() {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    tables.registerCatalog("shared", catalog);
    tables.useCatalog("shared");
    return tables;
  }

  private static String converted(TableEnvironment tables, String sql) {
    String explained = tables.explainSql(sql);
    return explained.substring(0, explained.indexOf("== Optimized Physical Plan =="));
  }
}
