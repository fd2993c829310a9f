/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.table.api.SqlParserException;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.trilink.planner.testing.GeneratedTable;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.flink.SupportedFlink;
import org.trilink.runtime.testing.KafkaTopic;

/**
 * Checks the table of {@code docs/flink-versions.md}: which techniques an operator accepts in the
 * version of Flink for which this is built, by EXPLAIN of a statement each. Each version's build
 * checks its own column, and writes it with {@code -Dtrilink.update-golden=true}.
 */
class FlinkVersionsTableTest {

  private static final Map<String, String> TECHNIQUES =
      Map.of(
          "key watermarks", "'watermark'='key'",
          "placement", "'partition'='least-key'",
          "local merge", "'exchange'='local-merge'",
          "global merge",
              "'exchange'='global-merge', 'global-merge.store'='redis://localhost:6379'",
          "Ahead KeyBy", "'exchange'='ahead-keyby'",
          "decoding", "'decode'='projected'");

  private static final List<String> OF_OPERATORS =
      List.of("key watermarks", "placement", "local merge", "global merge", "Ahead KeyBy");
  private static final List<String> OF_TABLES = List.of("decoding");

  private static final String NOT_IN_FLINK = "not in Flink";
  private static final String REFUSED = "none";

  private static KafkaSqlJob job;

  /** A row of the table. */
  private record Form(String name, List<String> techniques, String sql) {

    String row(List<String> cells) {
      return "| " + name + " | " + String.join(" | ", cells) + " |";
    }
  }

  private static final List<Form> FORMS =
      List.of(
          operator("TUMBLE, a table function", windows("TUMBLE(TABLE t, DESCRIPTOR(ts), %s)", 10)),
          operator("HOP", windows("HOP(TABLE t, DESCRIPTOR(ts), %s, %s)", 5, 10)),
          operator("CUMULATE", windows("CUMULATE(TABLE t, DESCRIPTOR(ts), %s, %s)", 5, 10)),
          operator(
              "SESSION, a table function",
              windows("SESSION(TABLE t PARTITION BY k, DESCRIPTOR(ts), %s)", 10)),
          operator(
              "windows of a table with updates",
              windows("TUMBLE(TABLE changes, DESCRIPTOR(ts), %s)", 10)),
          operator(
              "GROUP BY TUMBLE(...)",
              "SELECT %s k, COUNT(*) FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)"),
          operator(
              "GROUP BY HOP(...)",
              "SELECT %s k, COUNT(*) FROM t"
                  + " GROUP BY k, HOP(ts, INTERVAL '5' SECOND, INTERVAL '10' SECOND)"),
          operator(
              "GROUP BY SESSION(...)",
              "SELECT %s k, COUNT(*) FROM t GROUP BY k, SESSION(ts, INTERVAL '10' SECOND)"),
          operator("GROUP BY", "SELECT %s k, COUNT(*) FROM t GROUP BY k"),
          operator(
              "OVER RANGE",
              "SELECT %s k, SUM(v) OVER (PARTITION BY k ORDER BY ts"
                  + " RANGE BETWEEN INTERVAL '10' SECOND PRECEDING AND CURRENT ROW) FROM t"),
          operator(
              "OVER ROWS",
              "SELECT %s k, SUM(v) OVER (PARTITION BY k ORDER BY ts"
                  + " ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) FROM t"),
          operator(
              "MATCH_RECOGNIZE",
              "SELECT %s * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts"
                  + " MEASURES A.v AS a, B.v AS b AFTER MATCH SKIP PAST LAST ROW"
                  + " PATTERN (A B) DEFINE A AS A.v < 50, B AS B.v >= 50)"),
          operator("Top-N", top("k", "v", "<= 3", "TABLE t")),
          operator("Top-N of a window", windowTop("v", "<= 3")),
          operator("deduplication", top("k", "ts", "= 1", "TABLE t")),
          operator("deduplication in a window", windowTop("ts", "= 1")),
          operator("join", "SELECT %s t.k, t.v, u.v FROM t JOIN u ON t.k = u.k"),
          operator(
              "interval join",
              "SELECT %s t.k, t.v, u.v FROM t JOIN u"
                  + " ON t.k = u.k AND t.ts BETWEEN u.ts - INTERVAL '5' SECOND AND u.ts"),
          operator(
              "temporal join",
              "SELECT %s t.k, t.v, u.v FROM t"
                  + " LEFT JOIN versions FOR SYSTEM_TIME AS OF t.ts AS u ON t.k = u.k"),
          operator(
              "window join",
              "SELECT %s a.k, a.v, b.v FROM ("
                  + tumble("t")
                  + ") AS a JOIN ("
                  + tumble("u")
                  + ") AS b ON a.k = b.k AND a.window_start = b.window_start"
                  + " AND a.window_end = b.window_end"),
          new Form("tables in JSON", OF_TABLES, "SELECT %s k, v FROM t"),
          new Form("tables in CSV", OF_TABLES, "SELECT %s k, v FROM csv"),
          new Form("tables in Avro", OF_TABLES, "SELECT %s k, v FROM avro"));

  private static Form operator(String name, String sql) {
    return new Form(name, OF_OPERATORS, sql);
  }

  private static String tumble(String table) {
    return "SELECT * FROM TABLE(TUMBLE(TABLE " + table + ", DESCRIPTOR(ts), INTERVAL '10' SECOND))";
  }

  private static String windows(String function, Integer... seconds) {
    Object[] intervals =
        Arrays.stream(seconds).map(length -> "INTERVAL '" + length + "' SECOND").toArray();
    return "SELECT %s k, window_start, COUNT(*) FROM TABLE("
        + function.formatted(intervals)
        + ") GROUP BY k, window_start, window_end";
  }

  private static String windowTop(String order, String condition) {
    return top("k, window_start, window_end", order, condition, "(" + tumble("t") + ")");
  }

  private static String top(String keys, String order, String condition, String table) {
    return "SELECT k, v FROM (SELECT %s *, ROW_NUMBER() OVER (PARTITION BY "
        + keys
        + " ORDER BY "
        + order
        + ") AS n FROM "
        + table.replaceFirst("^TABLE ", "")
        + ") WHERE n "
        + condition;
  }

  @BeforeAll
  static void createTables() throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    job =
        new KafkaSqlJob()
            .define(Readings.keyedTable("t", topic))
            .define(Readings.keyedTable("u", topic))
            .define(Readings.table("csv", topic.name(), "'format'='csv'"))
            .define(Readings.table("avro", topic.name(), "'format'='avro'"))
            .define(Readings.table("changes", topic.name(), "'format'='debezium-json'"))
            .define(
                "CREATE TEMPORARY VIEW versions AS SELECT k, v, ts FROM ("
                    + "SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n FROM u)"
                    + " WHERE n = 1");
  }

  @Test
  void theColumnOfThisVersion() throws IOException {
    GeneratedTable table = new GeneratedTable("flink-versions.md", "FlinkVersionsTableTest");
    List<String> lines = table.text().lines().toList();
    List<String> versions = cells(lines.get(0));
    int column = versions.indexOf(SupportedFlink.VERSION);
    assertThat(column).as("the column of this version in the table").isNotNegative();

    List<String> expected = new ArrayList<>(lines.subList(0, 2));
    for (Form form : FORMS) {
      List<String> cells =
          lines.stream()
              .filter(line -> line.startsWith("| " + form.name() + " |"))
              .findFirst()
              .map(FlinkVersionsTableTest::cells)
              .orElseGet(() -> new ArrayList<>(versions));
      cells.set(column, accepted(form));
      expected.add(form.row(cells));
    }
    table.assertIs(String.join("\n", expected));
  }

  /** The cells of a line behind its first one. */
  private static List<String> cells(String line) {
    String[] all = line.split("\\s*\\|\\s*", -1);
    return new ArrayList<>(Arrays.asList(all).subList(2, all.length - 1));
  }

  private static String accepted(Form form) {
    if (!isPlanned(form)) {
      return NOT_IN_FLINK;
    }
    String techniques =
        form.techniques().stream()
            .filter(technique -> isAccepted(form, technique))
            .collect(Collectors.joining(", "));
    return techniques.isEmpty() ? REFUSED : techniques;
  }

  private static boolean isPlanned(Form form) {
    try {
      job.explain(form.sql().formatted(""));
      return true;
    } catch (SqlParserException | ValidationException | TableException e) {
      return false;
    }
  }

  private static boolean isAccepted(Form form, String technique) {
    String hint = "/*+ TRILINK(" + TECHNIQUES.get(technique) + ") */";
    return TestPlanner.advice(job.explain(form.sql().formatted(hint))).isEmpty();
  }
}
