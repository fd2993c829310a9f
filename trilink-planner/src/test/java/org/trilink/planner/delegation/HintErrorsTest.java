/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.Trilink;
import org.trilink.planner.flink.StockHints;
import org.trilink.planner.testing.TestPlanner;

/** The errors for hints in a wrong place, and for invalid hints. */
class HintErrorsTest {

  private static final String GROUP = " GROUP BY k, window_start, window_end";
  private static final String EXAMPLE =
      " Example: /*+ TRILINK('watermark'='key', 'watermark.max-skew'='5 min') */";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner().execute("CREATE VIEW w AS SELECT k, v, ts FROM t");

  @Test
  void onAView() {
    String message =
        "TRILINK hint: 'default_catalog.default_database.w' is a view, and a hint on a view does"
            + " not reach the tables in it. Write it behind SELECT, or behind a table in the view's"
            + " own query.";
    assertThat(planner.error("SELECT k FROM w /*+ TRILINK('watermark'='key') */"))
        .isEqualTo(message);
    assertThat(planner.error(count(tumble("(SELECT * FROM w /*+ TRILINK('watermark'='key') */)"))))
        .isEqualTo(message);
  }

  @Test
  void onACommonTableExpression() {
    String message =
        "SQL parse failed. TRILINK hint: 'c' is a query in WITH, and a hint on its name does not"
            + " reach the tables in it. Write it behind SELECT, or behind a table in that query.";
    String hinted = "(SELECT * FROM c /*+ TRILINK('watermark'='key') */)";
    assertThat(planner.error("WITH c AS (SELECT * FROM t) SELECT * FROM " + hinted))
        .isEqualTo(message);
    assertThat(
            planner.error(
                "WITH c AS (SELECT * FROM t), d AS " + hinted + " " + count(tumble("TABLE d"))))
        .isEqualTo(message);
  }

  /** In the query itself its name is that of the table. */
  @Test
  void onATableWithTheNameOfTheQueryInWithIsNoError() {
    String plan =
        planner.plan(
            "WITH t AS (SELECT * FROM t /*+ TRILINK('watermark'='key') */ WHERE v > 3) "
                + count(tumble("TABLE t")));

    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
  }

  @Test
  void onTheTableThatIsWritten() {
    String insert =
        "INSERT INTO s /*+ TRILINK('watermark'='key') */ SELECT k, COUNT(*) FROM "
            + tumble("TABLE t")
            + GROUP;
    String message =
        "SQL parse failed. TRILINK hint: a hint on the table that is written, 's', has no effect."
            + " Write it behind SELECT.";

    assertThat(planner.error(insert)).isEqualTo(message);
    assertThat(TestPlanner.error(() -> planner.tables().executeSql(insert))).isEqualTo(message);
    assertThat(TestPlanner.error(() -> planner.tables().executeSql("EXPLAIN PLAN FOR " + insert)))
        .isEqualTo(message);
    StatementSet set = planner.tables().createStatementSet();
    assertThat(TestPlanner.error(() -> set.addInsertSql(insert))).isEqualTo(message);
  }

  @Test
  void insideTheWindowFunction() {
    String sql = count(tumble("TABLE t /*+ TRILINK('watermark'='key') */"));
    assertThat(planner.error(sql)).isEqualTo(cannotStand(sql.indexOf("/*+") + 1));
  }

  @Test
  void behindTheWindowFunction() {
    String sql =
        "SELECT k, COUNT(*) FROM " + tumble("TABLE t") + " /*+ TRILINK('watermark'='key') */";
    assertThat(planner.error(sql + GROUP)).isEqualTo(cannotStand(sql.indexOf("/*+") + 1));
    sql =
        "SELECT k, COUNT(*) FROM " + tumble("TABLE t") + " AS x /*+ TRILINK('watermark'='key') */";
    assertThat(planner.error(sql + GROUP)).isEqualTo(cannotStand(sql.indexOf("/*+") + 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT k %s FROM t",
        "SELECT DISTINCT %s k FROM t",
        "SELECT k FROM t WHERE %s k > 'a'",
        "SELECT k FROM t GROUP BY %s k",
        "SELECT k FROM t AS x %s",
        "SELECT k FROM (SELECT k FROM t) %s",
        "SELECT t.k FROM t JOIN %s t AS b ON TRUE",
        "SELECT t.k FROM t, %s t AS b",
        "SELECT k FROM %s t",
        "%s SELECT k FROM t",
        "VALUES %s (1)",
      })
  void whereTheGrammarHasNone(String sql) {
    assertThat(planner.error(sql.formatted(TestPlanner.HINT)))
        .isEqualTo(cannotStand(sql.indexOf("%s") + 1));
  }

  private static String cannotStand(int column) {
    return "SQL parse failed. A hint cannot stand at line 1, column "
        + column
        + ". Write it behind SELECT, or behind a table's name in FROM. For a table inside"
        + " TABLE(TUMBLE(...)), HOP or CUMULATE, write it behind SELECT, or in a subquery there:"
        + " TUMBLE((SELECT * FROM t /*+ ... */), ...).";
  }

  @Test
  void asAList() {
    assertThat(planner.error(hinted("TRILINK('watermark', 'key')")))
        .isEqualTo(
            "TRILINK hint: options are written 'name'='value', not as a list ('watermark', 'key')."
                + EXAMPLE);
    assertThat(planner.error(hinted("TRILINK(a)")))
        .isEqualTo(
            "TRILINK hint: options are written 'name'='value', not as a list ('a')." + EXAMPLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRILINK(watermark=key)",
        "TRILINK('watermark'=key)",
        "TRILINK(watermark='key')",
        "TRILINK(\"watermark\"=\"key\")",
        "TRILINK('watermark':'key')",
        "TRILINK('watermark'=)",
        "TRILINK('watermark.keys-per-group'=3)",
        "TRILINK(watermark.max-skew='1 s')",
        "TRILINK('watermark'='key'; 'strict'='true')",
        "TRILINK('watermark'='key)",
        "TRILINK('watermark'='key'",
        "TRILINK 'watermark'='key')",
        "TRILINK 'watermark'='key'",
        "TRILINK(watermark)",
        "trilink(watermark=key)",
      })
  void notInPairsOfTexts(String hint) {
    assertThat(planner.error(hinted(hint))).isEqualTo(cannotRead(1, 20));
    assertThat(planner.error("SELECT k\nFROM t /*+ " + hint + " */")).isEqualTo(cannotRead(2, 20));
  }

  @Test
  void aPairTooFew() {
    assertThat(planner.error(hinted("TRILINK('watermark'='key',)"))).isEqualTo(cannotRead(1, 38));
    assertThat(planner.error(hinted("TRILINK('watermark'='key' 'strict'='true')")))
        .isEqualTo(cannotRead(1, 46));
    assertThat(planner.error(hinted(""))).isEqualTo(cannotRead(1, 13));
  }

  @Test
  void textsSideBySide() {
    assertThat(planner.error(hinted("TRILINK('watermark' 'key')")))
        .isEqualTo(
            "SQL parse failed. TRILINK hint: at line 1, column 20 a comma or '=' is missing between"
                + " two strings. Options are written 'name'='value', separated by commas.");
  }

  @Test
  void withoutAnEnd() {
    assertThat(planner.error("SELECT k\nFROM t /*+ TRILINK('watermark'='key'"))
        .startsWith("SQL parse failed. The hint cannot be read from line 2, column ");
    assertThat(planner.error("SELECT /*+ TRILINK('watermark'='key') k FROM t"))
        .isEqualTo(cannotRead(1, 39));
  }

  /**
   * The SQL Client shows the innermost cause, which for Calcite's errors lists hundreds of tokens.
   */
  @Test
  void whatTheSqlClientShows() {
    for (String sql :
        new String[] {
          hinted("TRILINK(watermark=key)"), "SELECT k /*+ TRILINK('watermark'='key') */ FROM t"
        }) {
      assertThat(catchThrowable(() -> planner.plan(sql)))
          .rootCause()
          .isInstanceOf(ValidationException.class)
          .message()
          .hasSizeLessThan(400);
    }
  }

  private static String cannotRead(int line, int column) {
    return "SQL parse failed. The hint cannot be read from line "
        + line
        + ", column "
        + column
        + " on. Its options stand in parentheses, separated by commas, each written 'name'='value',"
        + " with single quotes around both."
        + EXAMPLE;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRILINK", "TRILINK()"})
  void empty(String hint) {
    assertThat(planner.error(hinted(hint)))
        .isEqualTo("TRILINK hint: the hint has no options." + EXAMPLE);
  }

  @Test
  void aHintTwiceInOnePlace() {
    String message =
        "SQL parse failed. TRILINK hint: the hint is given twice in one place. Write all options in"
            + " one hint.";
    assertThat(planner.error(hinted("TRILINK('watermark'='key'), TRILINK('strict'='true')")))
        .isEqualTo(message);
    assertThat(
            planner.error(
                "SELECT k FROM t /*+ TRILINK('watermark'='key'), TRILINK('strict'='true') */"))
        .isEqualTo(message);
  }

  @Test
  void anOptionTwice() {
    assertThat(planner.error(hinted("TRILINK('watermark'='key', 'watermark'='subtask')")))
        .isEqualTo("SQL parse failed. TRILINK hint: option 'watermark' is given twice.");
    assertThat(planner.error(hinted("TRILINK('watermark'='key', 'Watermark'='key')")))
        .isEqualTo("SQL parse failed. TRILINK hint: option 'Watermark' is given twice.");
    assertThat(
            planner.error(
                "SELECT k FROM t WHERE k IN (SELECT k FROM t"
                    + " /*+ TRILINK('watermark'='key', 'watermark'='key') */)"))
        .isEqualTo("SQL parse failed. TRILINK hint: option 'watermark' is given twice.");
  }

  @Test
  void anUnknownOption() {
    assertThat(planner.error(hinted("TRILINK('watermrk'='key')")))
        .startsWith(
            "TRILINK hint: unknown option 'watermrk', did you mean 'watermark'? Options: watermark,"
                + " watermark.keys-per-group, ")
        .endsWith(", strict.");
  }

  @Test
  void anUnknownValue() {
    assertThat(planner.error(hinted("TRILINK('watermark'='keyy')")))
        .isEqualTo(
            "TRILINK hint: option 'watermark' has no value 'keyy'. Allowed: 'subtask', 'key', 'auto'.");
  }

  @Test
  void anUnknownHint() {
    assertThat(planner.error(hinted("TRLINK('watermark'='key')")))
        .isEqualTo(
            "SQL parse failed. Unknown hint 'TRLINK'. Hints: TRILINK, " + StockHints.NAMES + ".");
  }

  @Test
  void anUnknownKeyOfTheSession() {
    planner.set("table.optimizer.trilink.watermrk", "key");
    assertThat(planner.error("SELECT k FROM t"))
        .startsWith(
            "Session configuration: unknown option 'table.optimizer.trilink.watermrk', did you mean"
                + " 'table.optimizer.trilink.watermark'? Options under 'table.optimizer.trilink.':"
                + " watermark, ");
  }

  @Test
  void inBatchMode() {
    TableEnvironment batch = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    Trilink.install(batch);
    batch.executeSql(
        "CREATE TABLE t (k STRING, v INT)"
            + " WITH ('connector' = 'datagen', 'number-of-rows' = '1')");
    String message =
        "TRILINK hints work in streaming mode only. Remove the hint, or set"
            + " 'execution.runtime-mode' to 'streaming'.";

    for (String sql :
        new String[] {
          "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) FROM t GROUP BY k",
          "SELECT k FROM t /*+ TRILINK('watermark'='key') */",
          "SELECT k FROM t WHERE k IN (SELECT k FROM t /*+ TRILINK('watermark'='key') */)",
        }) {
      assertThat(TestPlanner.error(() -> batch.explainSql(sql))).isEqualTo(message);
    }
    assertThat(batch.explainSql("SELECT k, COUNT(*) FROM t GROUP BY k")).contains("HashAggregate");
  }

  @Test
  void otherErrorsStayFlinks() {
    assertThat(catchThrowable(() -> planner.plan("SELEC k FROM t")))
        .hasMessageStartingWith("SQL parse failed. Non-query expression encountered");
    assertThat(catchThrowable(() -> planner.plan("SELECT k FORM t " + TestPlanner.HINT)))
        .hasMessageStartingWith("SQL parse failed. Encountered \"t\" at line 1, column 15.");
  }

  private static String hinted(String hint) {
    return "SELECT /*+ " + hint + " */ k, COUNT(*) FROM " + tumble("TABLE t") + GROUP;
  }

  private static String count(String window) {
    return "SELECT k, COUNT(*) FROM " + window + GROUP;
  }

  private static String tumble(String input) {
    return "TABLE(TUMBLE(" + input + ", DESCRIPTOR(ts), INTERVAL '10' SECOND))";
  }
}
