/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.config.Lex;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.util.ListSqlOperatorTable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;
import org.apache.flink.sql.parser.validate.FlinkSqlConformance;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.PlannerConfig;
import org.apache.flink.table.api.SqlDialect;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.junit.jupiter.api.Test;
import org.trilink.planner.testing.TestPlanner;

class TrilinkTest {

  private static final String COUNT =
      "SELECT "
          + TestPlanner.HINT
          + " k, COUNT(*) AS c FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
          + " GROUP BY k, window_start, window_end";

  private static TableEnvironment environment() {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    tables.executeSql(
        "CREATE TABLE t (k STRING, v INT, ts TIMESTAMP(3),"
            + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')");
    return tables;
  }

  @Test
  void withoutItFlinkDoesNotKnowTheHint() {
    assertThatThrownBy(() -> environment().explainSql(COUNT))
        .hasStackTraceContaining("Hint: TRILINK should be registered");
  }

  @Test
  void installsOnce() {
    TableEnvironment tables = environment();
    Trilink.install(tables);
    PlannerConfig installed = tables.getConfig().getPlannerConfig();
    Trilink.install(tables);

    assertThat(tables.getConfig().getPlannerConfig()).isSameAs(installed);
    assertApplied(tables);
  }

  @Test
  void installsAfterStatementsWerePlanned() {
    TableEnvironment tables = environment();
    assertThat(tables.explainSql("SELECT k FROM t")).contains("TableSourceScan");
    Trilink.install(tables);

    assertApplied(tables);
  }

  @Test
  void keepsAUsersOperatorTable() {
    SqlFunction twice =
        new SqlFunction(
            "TWICE",
            SqlKind.OTHER_FUNCTION,
            ReturnTypes.ARG0,
            null,
            OperandTypes.NUMERIC,
            SqlFunctionCategory.USER_DEFINED_FUNCTION);
    SqlOperatorTable operators = new ListSqlOperatorTable(List.of(twice));
    TableEnvironment tables = environment();
    tables
        .getConfig()
        .setPlannerConfig(CalciteConfig.createBuilder().addSqlOperatorTable(operators).build());
    Trilink.install(tables);

    CalciteConfig installed = (CalciteConfig) tables.getConfig().getPlannerConfig();
    assertThat(installed.getSqlOperatorTable().get()).isSameAs(operators);
    assertThat(installed.replacesSqlOperatorTable()).isFalse();
    assertThat(tables.sqlQuery("SELECT TWICE(v) AS w FROM t").getResolvedSchema().getColumnNames())
        .containsExactly("w");
    assertApplied(tables);
  }

  @Test
  void keepsAUsersParser() {
    SqlParser.Config upperCase =
        SqlParser.config()
            .withParserFactory(FlinkSqlParserImpl.FACTORY)
            .withConformance(FlinkSqlConformance.DEFAULT)
            .withLex(Lex.JAVA)
            .withUnquotedCasing(Casing.TO_UPPER);
    TableEnvironment tables = environment();
    tables
        .getConfig()
        .setPlannerConfig(CalciteConfig.createBuilder().replaceSqlParserConfig(upperCase).build());
    Trilink.install(tables);

    assertThat(tables.sqlQuery("SELECT `k` AS kk FROM `t`").getResolvedSchema().getColumnNames())
        .containsExactly("KK");
  }

  @Test
  void refusesAnotherKindOfPlannerConfig() {
    TableEnvironment tables = environment();
    tables.getConfig().setPlannerConfig(new OtherPlannerConfig());

    assertThatThrownBy(() -> Trilink.install(tables))
        .isExactlyInstanceOf(TableException.class)
        .hasMessage(
            "Trilink extends a CalciteConfig, but the planner is configured by "
                + OtherPlannerConfig.class.getName()
                + ".");
  }

  private static final class OtherPlannerConfig implements PlannerConfig {}

  @Test
  void settingsAreReadForEveryPlan() {
    TableEnvironment tables = environment();
    Trilink.install(tables);
    Configuration session = tables.getConfig().getConfiguration();
    String stock = COUNT.replace(TestPlanner.HINT, "");

    assertThat(tables.explainSql(stock)).doesNotContain("KeyWatermark");
    session.setString("table.optimizer.trilink.watermark", "key");
    assertThat(tables.explainSql(stock)).contains("KeyWatermark");
    session.setString("table.optimizer.trilink.watermark", "subtask");
    session.setString("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    assertThat(tables.explainSql(stock)).doesNotContain("KeyWatermark").doesNotContain("Local");
  }

  @Test
  void theDefaultDialectBySettingToo() {
    TableEnvironment tables = environment();
    Trilink.install(tables);

    tables.getConfig().setSqlDialect(SqlDialect.DEFAULT);
    assertApplied(tables);
    tables.getConfig().getConfiguration().setString("table.sql-dialect", "default");
    assertApplied(tables);
  }

  private static void assertApplied(TableEnvironment tables) {
    assertThat(tables.explainSql(COUNT)).contains("KeyWatermarkWindowAggregate(");
  }
}
