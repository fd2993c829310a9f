/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.flink.JsonPlans;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.SensorQueries;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.KafkaTopic;

/** One source for several statements, JSON plans, and savepoints across both ways of decoding. */
@Tag("slow")
@Tag("smoke")
class ProjectedDecodingOfJobsTest {

  private static final int ROWS = 200;
  private static final String DECODE = "table.optimizer.trilink.decode";

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  /** One partition a subtask: Flink's source drops rows as late where it reads several in turn. */
  @ParameterizedTest(name = "{0}, then {1}: {2}")
  @CsvSource({
    "stock, projected, tumble",
    "projected, stock, tumble",
    "flink, projected, deduplicate",
    "projected, flink, group by",
  })
  void aSavepointGoesOnUnderTheOtherDecoder(
      String before, String after, String query, @TempDir Path savepoints) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    String sql = SensorQueries.sql(query, "");
    topic.write(Readings.lines(1, 0, ROWS, 13));
    String savepoint = job(before, topic).stop(sql, null, ROWS, savepoints);

    topic.write(Readings.lines(2, ROWS, ROWS, 13));
    List<String> rows = job(after, topic).finish(sql, savepoint, 2 * ROWS);

    Seen.clear();
    assertThat(rows).isEqualTo(job("flink", topic).run(sql, 2 * ROWS)).hasSizeGreaterThan(5);
  }

  private static KafkaSqlJob job(String decode, KafkaTopic topic) {
    KafkaSqlJob job = new KafkaSqlJob().define(Readings.keyedTable("t", topic));
    return decode.equals("flink") ? job.withoutTrilink() : job.with(DECODE, decode);
  }

  /** The two statements read different columns of the same source. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void statementsThatShareASource(boolean optimizedOnce) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(Readings.lines(1, 0, ROWS, 13));
    KafkaTopic sensors = KafkaTopic.create(1);
    KafkaTopic values = KafkaTopic.create(1);
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(Readings.table("t", topic))
            .define(sink("sensors", "id BIGINT, k STRING", sensors))
            .define(sink("numbers", "id BIGINT, v INT, ts TIMESTAMP(3)", values));
    StreamTableEnvironment tables = job.tables();
    String view = "SELECT * FROM t WHERE seen(id)";
    if (optimizedOnce) {
      tables.createTemporaryView("seen_rows", tables.sqlQuery(view)); // of Flink's two kinds
    } else {
      tables.executeSql("CREATE TEMPORARY VIEW seen_rows AS " + view);
    }
    StatementSet statements =
        tables
            .createStatementSet()
            .addInsertSql("INSERT INTO sensors SELECT id, k FROM seen_rows")
            .addInsertSql("INSERT INTO numbers SELECT id, v, ts FROM seen_rows WHERE v > 10");

    String plan = statements.explain();
    assertThat(plan.substring(plan.indexOf("== Optimized Execution Plan ==")))
        .contains("Decode(")
        .containsOnlyOnce("TableSourceScan(");
    JobClient running = statements.execute().getJobClient().orElseThrow();
    int large = (int) rows(topic).stream().filter(row -> valueOf(row) > 10).count();
    awaitRows(running, sensors, ROWS);
    awaitRows(running, values, large);
    running.cancel().get();

    assertThat(rows(sensors)).allMatch(row -> row.matches("\\{\"id\":\\d+,\"k\":\"sensor \\d+\"}"));
    assertThat(rows(values))
        .allMatch(row -> row.matches("\\{\"id\":\\d+,\"v\":\\d+,\"ts\":\"2020-09-13 [0-9:.]+\"}"));
  }

  /** Flink runs parts of a plan that are explained equally only once. */
  @Test
  void statementsWhoseFiltersDifferInTypesOnly() throws Exception {
    KafkaTopic topic = KafkaTopic.create(1);
    topic.write(List.of(new KafkaTopic.Line("x", "{\"p\":1.4,\"q\":1.2,\"id\":7}")));
    KafkaTopic same = KafkaTopic.create(1);
    KafkaTopic different = KafkaTopic.create(1);
    StreamTableEnvironment tables =
        new KafkaSqlJob()
            .define(sink("m", "p DOUBLE, q DOUBLE, id BIGINT", topic))
            .define(sink("same", "id BIGINT, d DOUBLE", same))
            .define(sink("different", "d DOUBLE, id BIGINT", different))
            .tables();
    JobClient running =
        tables
            .createStatementSet()
            .addInsertSql(
                "INSERT INTO different SELECT p, id FROM m"
                    + " WHERE CAST(p AS DECIMAL(10, 1)) = CAST(q AS DECIMAL(10, 1))")
            .addInsertSql(
                "INSERT INTO same SELECT id, p FROM m WHERE CAST(p AS INT) = CAST(q AS INT)")
            .execute()
            .getJobClient()
            .orElseThrow();
    awaitRows(running, same, 1);
    running.cancel().get();

    assertThat(rows(same)).containsExactly("{\"id\":7,\"d\":1.4}");
    assertThat(rows(different)).isEmpty();
  }

  private static int valueOf(String row) {
    return Integer.parseInt(row.replaceAll(".*\"v\":(\\d+).*", "$1"));
  }

  /** Columns that one of them does not read must not be NULL for the other. */
  @ParameterizedTest
  @CsvSource({"stock, projected", "projected, stock"})
  void aTableThatIsDecodedInBothWaysIsReadTwice(String session, String hint) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(Readings.lines(1, 0, ROWS, 13));
    String query =
        "SELECT a.id, a.k, b.v FROM t /*+ TRILINK('decode'='%s') */ AS a JOIN t AS b ON a.id = b.id"
                .formatted(hint)
            // by columns that are not compared, as what holds of those is asked of both tables
            + " WHERE seen(a.id + CHAR_LENGTH(a.k) * 1000)"
            + " AND seen(b.id + (CAST(b.v AS BIGINT) + 1) * 1000000)";

    assertThat(job(session, topic).explain(query))
        .containsOnlyOnce("Decode(")
        .containsOnlyOnce("hints=[[[TRILINK options:{decode=stock}]]]")
        .doesNotContain("Reused", "HintReport");
    List<String> rows = job(session, topic).run(query, 2 * ROWS);

    Seen.clear();
    assertThat(rows).isEqualTo(job("flink", topic).run(query, 2 * ROWS)).hasSize(ROWS);
  }

  @Test
  void jsonPlansDecodeTheSame() throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(Readings.lines(1, 0, ROWS, 13));
    KafkaTopic sensors = KafkaTopic.create(1);
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(Readings.table("t", topic))
            .define(sink("sensors", "id BIGINT, k STRING", sensors));
    TableEnvironmentInternal tables = (TableEnvironmentInternal) job.tables();
    String json =
        JsonPlans.write(
            tables, "INSERT INTO sensors SELECT id, k FROM t WHERE seen(id) AND v > 10");

    assertThat(json).contains("\"columnsOfDroppedRows\":[[\"v\"],[\"id\"],[\"ts\"]]");
    assertThat(JsonPlans.explain(tables, json))
        .contains(
            "Decode(trilink=[decode=projected (default): k, v, id, ts; k only where (v > 10)");
    JobClient running = JsonPlans.execute(tables, json).getJobClient().orElseThrow();
    int large = (int) rows(topic).stream().filter(row -> valueOf(row) > 10).count();
    awaitRows(running, sensors, large);
    running.cancel().get();
    assertThat(rows(sensors))
        .allMatch(row -> row.matches("\\{\"id\":\\d+,\"k\":\"sensor \\d+\"}"))
        .doesNotHaveDuplicates();
  }

  private static String sink(String name, String columns, KafkaTopic topic) {
    return Readings.table(name, topic.name(), "'format'='json'")
        .replaceFirst("\\(k STRING.*SECOND\\)", "(" + columns + ")");
  }

  private static List<String> rows(KafkaTopic topic) {
    List<String> rows = new ArrayList<>();
    topic.read().forEach(record -> rows.add(new String(record.value(), UTF_8)));
    return rows;
  }

  private static void awaitRows(JobClient running, KafkaTopic topic, int rows) {
    Await.until(
        rows + " rows in " + topic.name(),
        Duration.ofSeconds(60),
        () -> {
          assertThat(running.getJobExecutionResult()).isNotCompletedExceptionally();
          return rows(topic).size() >= rows;
        });
  }
}
