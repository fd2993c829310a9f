/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/**
 * Only the columns that a query reads are decoded from CSV in Kafka; the rows are stock Flink's.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProjectedDecodingOfCsvTest {

  private static final int ROWS = 60;
  private static final String IGNORING = "'value.csv.ignore-parse-errors'='true'";

  private KafkaTopic topic;
  private KafkaTopic inAnotherDialect;

  @BeforeAll
  void writeTopics() throws Exception {
    topic = KafkaTopic.create(2);
    inAnotherDialect = KafkaTopic.create(2);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    List<KafkaTopic.Line> others = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      lines.add(new KafkaTopic.Line("key " + id % 7, message(id)));
      others.add(
          new KafkaTopic.Line(
              "key " + id % 7,
              message(id)
                  .replace("n, ", "n ") // or it would be two values where quotes are disabled
                  .replace("\\", "\\\\")
                  .replace("'", "\\'")
                  .replace('"', '\'')
                  .replace(',', '\t')
                  .replace(';', '/')));
    }
    topic.write(lines);
    inAnotherDialect.write(others);
  }

  private static String message(int id) {
    String time = "2020-09-13 00:00:%02d.000".formatted(id);
    return switch (id % 5) {
      case 0 -> "%d,,,,,%s\n".formatted(id, time);
      case 1 -> "%d,\"n, \"\"%d\"\"\",no number,;,c;x,%s".formatted(id, id, time);
      default ->
          "%1$d,n\u00e9 %1$d,%1$d.5,a;b%1$d,c%2$d;%1$d.25,%3$s\r\n".formatted(id, id % 3, time);
    };
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private KafkaSqlJob job(KafkaTopic from, String options) {
    return new KafkaSqlJob()
        .define(
            """
            CREATE TEMPORARY TABLE t (
              id BIGINT, name STRING, v DOUBLE, tags ARRAY<STRING>,
              place ROW<city STRING, lat DOUBLE>,
              ts TIMESTAMP(3), the_key STRING, `partition` INT METADATA VIRTUAL,
              WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
            ) WITH (
              'connector'='kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
              'properties.group.id'='tests', 'scan.startup.mode'='earliest-offset',
              'key.format'='raw', 'key.fields'='the_key', 'value.fields-include'='EXCEPT_KEY',
              'value.format'='csv', %s)
            """
                .formatted(from.name(), TestBroker.address(), options));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM t WHERE seen(id)",
        "SELECT id, name, the_key FROM t WHERE seen(id) AND v > 10",
        "SELECT `partition`, id, CARDINALITY(tags), tags[2] FROM t WHERE seen(id)",
        "SELECT place.city, SUM(place.lat) FROM t WHERE seen(id) GROUP BY place.city",
        "SELECT the_key, window_end, COUNT(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL"
            + " '10' SECOND)) WHERE seen(id) GROUP BY the_key, window_start, window_end",
        "SELECT a.id, a.name, b.v FROM t a JOIN t b ON a.id = b.id WHERE seen(a.id) AND"
            + " seen(b.id + 1000)",
        "SELECT id, v, tags FROM t WHERE seen(id) AND name LIKE '%7' OR id > 40",
      })
  void yieldsWhatFlinkYields(String query) throws Exception {
    int rows = (query.split("seen\\(").length - 1) * ROWS; // of all scans together
    assertThat(job(topic, IGNORING).run(query, rows))
        .isEqualTo(stock(job(topic, IGNORING), query, rows))
        .hasSizeGreaterThan(2);
  }

  private static List<String> stock(KafkaSqlJob job, String query, int rows) throws Exception {
    Seen.clear();
    return job.withoutTrilink().run(query, rows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'value.csv.quote-character'=''''",
        "'value.csv.quote-character'='''', 'value.csv.escape-character'='\\'",
        "'value.csv.disable-quote-character'='true', 'value.csv.allow-comments'='true'",
        "'value.csv.quote-character'='''', 'value.csv.null-literal'='n\u00e9 7'",
      })
  void optionsAreTheTables(String options) throws Exception {
    String all =
        "'value.csv.field-delimiter'='\\t', 'value.csv.array-element-delimiter'='/', "
            + IGNORING
            + ", "
            + options;
    String query = "SELECT id, name, v, tags, place FROM t WHERE seen(id)";

    assertThat(job(inAnotherDialect, all).explain(query)).contains("Decode(");
    assertThat(job(inAnotherDialect, all).run(query, ROWS))
        .isEqualTo(stock(job(inAnotherDialect, all), query, ROWS))
        .hasSize(ROWS);
  }

  @Test
  void explainShowsWhatIsRead() {
    assertThat(job(topic, IGNORING).explain("SELECT the_key, place.lat FROM t WHERE v > 1"))
        .contains(
            "Decode(trilink=[decode=projected (default): v, place.lat, ts, the_key;"
                + " place.lat only where (v > 1) IS TRUE])");
    assertThat(
            job(topic, "'value.csv.allow-comments'='false'")
                .explain("SELECT id, name, v FROM t WHERE id > 1"))
        .contains(": id, name, v, ts; name only where (id > 1) IS TRUE])");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'value.csv.field-delimiter'='\u00a7'|csv.field-delimiter is not an ASCII character within"
            + " a line (table t)",
        "'value.csv.quote-character'='\u00a7'|csv.quote-character is not a visible ASCII character"
            + " (table t)",
        "'value.csv.escape-character'='\"'|csv.field-delimiter, csv.quote-character and"
            + " csv.escape-character are not different (table t)",
      })
  void whatIsLeftToFlinkIsSaid(String options, String reason) {
    assertThat(job(topic, options).explain("SELECT id FROM t"))
        .doesNotContain("Decode(", "HintReport");
    assertThat(job(topic, options).explain("SELECT id FROM t /*+ TRILINK('decode'='projected') */"))
        .contains("decode=projected refused: " + reason)
        .doesNotContain("Decode(");
  }

  @Test
  void aValueThatFitsNoColumnFailsTheJobAlsoWhereItIsNotRead() {
    assertThat(job(topic, "'value.csv.allow-comments'='false'").failure("SELECT id FROM t", null))
        .hasStackTraceContaining("Failed to deserialize CSV row '")
        .hasStackTraceContaining("Fail to deserialize at field: v.");
  }

  @ParameterizedTest
  @CsvSource({"projected, stock", "stock, projected"})
  void aSavepointGoesOnUnderTheOtherDecoder(String before, String after, @TempDir Path savepoints)
      throws Exception {
    KafkaTopic growing = KafkaTopic.create(3);
    String sql = "SELECT the_key, COUNT(*), SUM(v) FROM t WHERE seen(id) GROUP BY the_key";
    growing.write(lines(0));
    String savepoint = decoded(growing, before).stop(sql, null, ROWS, savepoints);
    growing.write(lines(ROWS));
    List<String> rows = decoded(growing, after).finish(sql, savepoint, 2 * ROWS);

    assertThat(rows).isEqualTo(stock(job(growing, IGNORING), sql, 2 * ROWS)).hasSize(7);
  }

  private KafkaSqlJob decoded(KafkaTopic from, String decode) {
    return job(from, IGNORING).with("table.optimizer.trilink.decode", decode);
  }

  private static List<KafkaTopic.Line> lines(int first) {
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = first; id < first + ROWS; id++) {
      String line = "%d,n,%d.5,,,2020-09-13 00:%02d:00".formatted(id, id, id % 60);
      lines.add(new KafkaTopic.Line("key " + id % 7, line));
    }
    return lines;
  }
}
