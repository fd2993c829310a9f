/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.planner.Trilink;
import org.trilink.planner.flink.JsonPlans;
import org.trilink.planner.testing.CapturedLog;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.testing.SharedCluster;

/** The warnings about hints that are logged when a statement is submitted, without an EXPLAIN. */
@Tag("slow")
class HintWarningsTest {

  private static final long TIMEOUT_SECONDS = 60;

  private static final String SELECT =
      "SELECT /*+ TRILINK('partition'='modulo') */ k, COUNT(*) AS c FROM t GROUP BY k";

  private static final String WARNING =
      "WARN TRILINK hint: partition=modulo refused: 'modulo' needs a key of one integer column, and"
          + " the key is k STRING. That part of the statement runs as in stock Flink; EXPLAIN shows"
          + " the plan.";

  private final StreamTableEnvironment tables = tables();

  private static StreamTableEnvironment tables() {
    StreamExecutionEnvironment environment = SharedCluster.environment(1, new Configuration());
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    Trilink.install(tables);
    tables.executeSql(
        "CREATE TABLE t (k STRING, v INT) WITH ('connector' = 'datagen', 'number-of-rows' = '9')");
    for (String sink : List.of("s1", "s2")) {
      tables.executeSql(
          "CREATE TABLE "
              + sink
              + " (k STRING, c BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' ="
              + " 'blackhole')");
    }
    return tables;
  }

  /** The code that runs the statement. */
  private interface Work {
    void run() throws Exception;
  }

  private static List<String> refusals(Work work) throws Exception {
    try (CapturedLog log = new CapturedLog(Level.INFO)) {
      work.run();
      return log.lines().stream().filter(line -> line.contains("TRILINK hint: ")).toList();
    }
  }

  private void insert() throws Exception {
    tables.executeSql("INSERT INTO s1 " + SELECT).await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private static void take(CloseableIterator<Row> rows) throws Exception {
    try (rows) {
      rows.next();
    }
  }

  @Test
  void inserts() throws Exception {
    assertThat(refusals(this::insert)).containsExactly(WARNING);
    assertThat(refusals(this::insert)).as("again").containsExactly(WARNING);
  }

  @Test
  void selects() throws Exception {
    assertThat(refusals(() -> take(tables.executeSql(SELECT).collect()))).containsExactly(WARNING);
    Table query = tables.sqlQuery(SELECT);
    assertThat(refusals(() -> take(query.execute().collect()))).containsExactly(WARNING);
    assertThat(refusals(() -> take(tables.toChangelogStream(query).executeAndCollect())))
        .containsExactly(WARNING);
  }

  /** Once for the statement, whose two operators both have it; and not if the user knows. */
  @Test
  void anOrderThatIsNotKnown() throws Exception {
    tables.executeSql(
        "CREATE TABLE r (k STRING, v INT, ts AS CAST(CURRENT_TIMESTAMP AS TIMESTAMP(3)),"
            + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen', 'number-of-rows' = '9')");
    String over =
        "SELECT /*+ TRILINK(%s) */ k, COUNT(*) OVER (PARTITION BY k ORDER BY ts) AS c FROM r"
            + " UNION ALL SELECT k, SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM r";
    String asked = over.formatted("'watermark'='key'");
    tables.getConfig().getConfiguration().setString("table.optimizer.trilink.watermark", "key");

    assertThat(refusals(() -> tables.executeSql(asked).await(TIMEOUT_SECONDS, TimeUnit.SECONDS)))
        .singleElement()
        .asString()
        .startsWith(
            "WARN TRILINK hint: watermark=key: table r is not read from Kafka, so a key's records"
                + " may come in any order");
    assertThat(refusals(() -> tables.explainSql(asked))).isEmpty();
    tables
        .getConfig()
        .getConfiguration()
        .setString("table.optimizer.trilink.watermark.order", "any");
    assertThat(refusals(() -> tables.executeSql(asked).await(TIMEOUT_SECONDS, TimeUnit.SECONDS)))
        .isEmpty();
  }

  @Test
  void statementSets() throws Exception {
    String other =
        "INSERT INTO s2 SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c FROM t GROUP BY"
            + " k";
    StatementSet statements =
        tables
            .createStatementSet()
            .addInsertSql("INSERT INTO s1 " + SELECT)
            .addInsertSql("INSERT INTO s2 " + SELECT)
            .addInsertSql(other);

    assertThat(refusals(() -> statements.execute().await(TIMEOUT_SECONDS, TimeUnit.SECONDS)))
        .hasSize(2)
        .containsOnlyOnce(WARNING)
        .anyMatch(
            line ->
                line.startsWith(
                    "WARN TRILINK hint: TRILINK(watermark=key) on SELECT has no effect: "));
  }

  @Test
  void explanationsSayItThemselves() throws Exception {
    StatementSet statements = tables.createStatementSet().addInsertSql("INSERT INTO s1 " + SELECT);
    Table query = tables.sqlQuery(SELECT);
    List<String> plans = new ArrayList<>();

    assertThat(
            refusals(
                () -> {
                  plans.add(tables.explainSql(SELECT));
                  plans.add(tables.explainSql("INSERT INTO s1 " + SELECT));
                  plans.add(query.explain());
                  plans.add(statements.explain());
                  try (CloseableIterator<Row> rows =
                      tables.executeSql("EXPLAIN " + SELECT).collect()) {
                    plans.add(rows.next().toString());
                  }
                }))
        .isEmpty();
    assertThat(plans).hasSize(5).allMatch(plan -> plan.contains("partition=modulo refused: "));
    assertThat(refusals(() -> take(query.execute().collect()))).containsExactly(WARNING);
  }

  @Test
  void storedPlans() throws Exception {
    List<String> plan = new ArrayList<>();

    assertThat(refusals(() -> plan.add(JsonPlans.write(tables, "INSERT INTO s1 " + SELECT))))
        .isEmpty();
    assertThat(refusals(() -> JsonPlans.explain(tables, plan.get(0)))).isEmpty();
    assertThat(
            refusals(
                () ->
                    JsonPlans.execute(tables, plan.get(0))
                        .await(TIMEOUT_SECONDS, TimeUnit.SECONDS)))
        .containsExactly(WARNING);
  }

  @Test
  void statementsWithoutRefusalsSayNothing() throws Exception {
    assertThat(
            refusals(
                () ->
                    tables
                        .executeSql("INSERT INTO s1 " + SELECT.replace("modulo", "least-key"))
                        .await(TIMEOUT_SECONDS, TimeUnit.SECONDS)))
        .isEmpty();
  }

  @Test
  void theNameOfTheOperatorSaysIt() {
    assertThat(tables.explainSql(SELECT, ExplainDetail.JSON_EXECUTION_PLAN))
        .containsPattern("GroupAggregate(\\[\\d+])?\\[partition=modulo refused]");
    assertThat(
            tables.explainSql(
                "SELECT /*+ TRILINK('watermark'='key') */ k FROM t WHERE v > 1",
                ExplainDetail.JSON_EXECUTION_PLAN))
        .containsPattern("Calc(\\[\\d+])?\\[hint without effect]");
  }

  /** The id of an operator does not depend on its name. */
  @Test
  void stateIsFoundWithTheHintAndWithout(@TempDir Path savepoints) throws Exception {
    List<Row> rows =
        IntStream.range(0, 200)
            .mapToObj(
                i ->
                    Row.of(
                        "k" + i % 5,
                        i % 7,
                        "n",
                        LocalDateTime.of(2020, 9, 13, 12, 0).plusSeconds(i)))
            .toList();
    List<String> expected = new SqlJob(rows).withUpsertsBy("k").run(SELECT);

    SqlJob stock = new SqlJob(rows).withUpsertsBy("k").withCheckpoints();
    SqlJob refused = new SqlJob(rows).withUpsertsBy("k").withCheckpoints().withTrilink();
    SqlJob.Stopped first = stock.runUntil(SELECT, 60, savepoints);
    SqlJob.Stopped second = refused.resumeUntil(SELECT, first.savepoint(), 120, savepoints);
    List<String> all = new ArrayList<>(first.results());
    all.addAll(second.results());
    all.addAll(stock.resume(SELECT, second.savepoint()));

    assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
  }
}
