/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.kafka.OverwrittenKeyDeserializationSchema;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/**
 * Only the columns that a query reads are decoded from JSON in Kafka; the rows are those of stock
 * Flink.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProjectedDecodingTest {

  private static final int ROWS = 60;

  private KafkaTopic topic;

  @BeforeAll
  void writeTopic() throws Exception {
    topic = KafkaTopic.create(2);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      lines.add(new KafkaTopic.Line("key " + id % 7, message(id)));
    }
    topic.write(lines);
  }

  private static String message(int id) {
    String time = "2020-09-13 00:00:%02d.000".formatted(id);
    return switch (id % 5) {
      case 0 -> "{\"unknown\": [{}], \"id\": %d, \"ts\": \"%s\"}".formatted(id, time);
      case 1 ->
          "{\"ts\": \"%s\", \"place\": null, \"v\": \"no number\", \"id\": %d}".formatted(time, id);
      default ->
          "{\"id\": %1$d, \"name\": \"n\u00e9 %1$d\", \"v\": %1$d.5, \"tags\": [\"a\", \"b%1$d\"], \"place\":"
                  .formatted(id)
              + " {\"city\": \"c%d\", \"geo\": {\"lat\": %d.25, \"lon\": 7}}, \"ts\": \"%s\"}"
                  .formatted(id % 3, id, time);
    };
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private KafkaSqlJob job() {
    return job("'value.format'='json', 'value.json.ignore-parse-errors'='true'");
  }

  private KafkaSqlJob job(String format) {
    return new KafkaSqlJob()
        .define(
            """
            CREATE TEMPORARY TABLE t (
              id BIGINT, name STRING, v DOUBLE, tags ARRAY<STRING>,
              place ROW<city STRING, geo ROW<lat DOUBLE, lon INT>>,
              ts TIMESTAMP(3), the_key STRING, `partition` INT METADATA VIRTUAL,
              WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
            ) WITH (
              'connector'='kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
              'properties.group.id'='tests', 'scan.startup.mode'='earliest-offset',
              'key.format'='raw', 'key.fields'='the_key', 'value.fields-include'='EXCEPT_KEY', %s)
            """
                .formatted(topic.name(), TestBroker.address(), format));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM t WHERE seen(id)",
        "SELECT id, name, the_key FROM t WHERE seen(id) AND v > 10",
        "SELECT `partition`, id, CARDINALITY(tags), tags[2] FROM t WHERE seen(id)",
        "SELECT place.city, SUM(place.geo.lat) FROM t WHERE seen(id) GROUP BY place.city",
        "SELECT place.geo, place.geo.lon, id FROM t WHERE seen(id)",
        "SELECT the_key, window_end, COUNT(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL"
            + " '10' SECOND)) WHERE seen(id) GROUP BY the_key, window_start, window_end",
        "SELECT a.id, a.name, b.v FROM t a JOIN t b ON a.id = b.id WHERE seen(a.id) AND"
            + " seen(b.id + 1000)",
        "SELECT id, name FROM t WHERE seen(id) UNION ALL SELECT id, place.city FROM t"
            + " WHERE seen(id + 1000)",
        "SELECT id, name, v FROM t WHERE seen(id) AND ts > TIMESTAMP '2020-09-13 00:00:30'",
        "SELECT id, name FROM t WHERE seen(id) AND v / (id - 31) > 1 AND id <> 31",
        "SELECT id, ts, v, tags FROM t WHERE seen(id) AND name LIKE '%7' OR id > 40",
        "SELECT id, name, v FROM t WHERE seen(id) AND CAST(v AS BIGINT) > 7 AND place.city = 'c1'",
        "SELECT id, name, tags FROM t WHERE seen(id) AND v BETWEEN 5 AND 12 UNION ALL"
            + " SELECT id, name, tags FROM t WHERE seen(id + 1000) AND place.geo.lat IN (30.25, 31.25,"
            + " 33.25, 34.25)",
        "SELECT the_key, COUNT(v), MAX(name) FROM t WHERE seen(id) AND MOD(id, 3) = 0 AND the_key <>"
            + " 'key 1' GROUP BY the_key",
      })
  void yieldsWhatFlinkYields(String query) throws Exception {
    int rows = (query.split("seen\\(").length - 1) * ROWS; // of all scans together
    assertThat(job().run(query, rows)).isEqualTo(stock(query, rows)).hasSizeGreaterThan(2);
  }

  private List<String> stock(String query, int rows) throws Exception {
    Seen.clear();
    return job().withoutTrilink().run(query, rows);
  }

  /**
   * In a wrong time zone the condition would be the same for all rows, and columns would be
   * skipped.
   */
  @ParameterizedTest
  @CsvSource({
    "Asia/Shanghai, <",
    "Asia/Shanghai, >",
    "America/Los_Angeles, <",
    "America/Los_Angeles, >"
  })
  void timesAreComparedInTheSessionsZone(String zone, String operator) throws Exception {
    long middleMs =
        LocalDateTime.parse("2020-09-13T00:00:30")
            .atZone(ZoneId.of(zone))
            .toInstant()
            .toEpochMilli();
    String query =
        "SELECT id, name, v FROM t WHERE seen(id) AND CAST(ts AS TIMESTAMP_LTZ(3)) %s"
                .formatted(operator)
            + " TO_TIMESTAMP_LTZ(%d, 3)".formatted(middleMs);
    KafkaSqlJob projected = job().with("table.local-time-zone", zone);
    assertThat(projected.explain(query)).contains("; name, v only where (CAST(CAST(");
    List<String> rows = projected.run(query, ROWS);
    Seen.clear();
    assertThat(rows)
        .isEqualTo(job().with("table.local-time-zone", zone).withoutTrilink().run(query, ROWS))
        .hasSizeBetween(20, 40)
        .anySatisfy(row -> assertThat(row).contains("n\u00e9"));
  }

  @Test
  void explainShowsWhatIsRead() {
    assertThat(job().explain("SELECT the_key, place.geo.lat FROM t"))
        .contains("Decode(trilink=[decode=projected (default): place.geo.lat, ts, the_key])");
    assertThat(job().explain("SELECT place, place.city, id FROM t"))
        .contains("Decode(trilink=[decode=projected (default): id, place, ts])");
    assertThat(
            job()
                .with("table.exec.mini-batch.enabled", "true")
                .with("table.exec.mini-batch.allow-latency", "1 s")
                .with("table.exec.mini-batch.size", "100")
                .explain("SELECT name, COUNT(*) FROM t GROUP BY name"))
        .contains("MiniBatchAssigner(")
        .contains("Decode(trilink=[decode=projected (default): name, ts])");
  }

  @Test
  void explainShowsWhatIsReadOnlyOfRowsThatPass() {
    assertThat(job().explain("SELECT the_key, place.geo.lat FROM t WHERE v > 1"))
        .contains(
            "Decode(trilink=[decode=projected (default): v, place.geo.lat, ts, the_key;"
                + " place.geo.lat only where (v > 1) IS TRUE])");
    assertThat(job().explain("SELECT id, name FROM t WHERE seen(id) AND `partition` = 1 AND v > 1"))
        .contains(": id, name, v, ts, partition; name only where (v > 1) IS TRUE])");
    assertThat(job().explain("SELECT id, v FROM t WHERE ts > TIMESTAMP '2020-09-13 00:00:30'"))
        .containsPattern(
            "; id, v only where \\(CAST\\(Reinterpret\\(ts\\)( AS TIMESTAMP\\(3\\))?\\) >"
                + " 2020-09-13 00:00:30");
  }

  private static String perKey(String hint, String condition) {
    return """
        SELECT /*+ TRILINK('watermark'='key'%s) */ the_key, window_end, COUNT(v), MAX(name)
        FROM TABLE(TUMBLE((SELECT * FROM t WHERE %s), DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY the_key, window_start, window_end"""
        .formatted(hint, condition);
  }

  @Test
  void rowsThatNobodyNeedsAreNotEmitted() throws Exception {
    String query = perKey("", "seen(id) AND v > 10");
    assertThat(job().explain(query))
        .contains(
            ": id, name, v, ts, the_key; only rows where (v > 10) IS TRUE; name, ts only of these])");
    int passing = (int) IntStream.range(10, ROWS).filter(id -> id % 5 > 1).count();

    List<String> rows = job().run(query, passing);

    String ofStock = query.replaceFirst("/\\*.*\\*/", "");
    assertThat(rows).isEqualTo(stock(ofStock, ROWS)).hasSizeGreaterThan(2);
  }

  /** Flink runs parts of a plan that are explained equally only once. */
  @Test
  void decodersThatReadOtherColumnsOfDroppedRowsAreExplainedOtherwise() {
    assertThat(job().explain(perKey("", "v > 10")))
        .contains(
            ": name, v, ts, the_key; only rows where (v > 10) IS TRUE; name, ts only of these])");
    assertThat(job().explain(perKey("", "v > 10 AND CHAR_LENGTH(name) > 2")))
        .contains(": name, v, ts, the_key; only rows where (v > 10) IS TRUE; ts only of these])");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        ", 'watermark.max-skew'='1 min'|v > 10",
        ", 'watermark.max-lead'='1 min'|v > 10",
        "|v > 10 AND (CURRENT_WATERMARK(ts) IS NULL OR ts > CURRENT_WATERMARK(ts))"
      },
      delimiter = '|')
  void rowsWhoseTimeIsNeededAreEmitted(@Nullable String hint, String condition) {
    assertThat(job().explain(perKey(hint == null ? "" : hint, condition)))
        .contains("only where (v > 10) IS TRUE])");
    assertThat(job().explain(perKey("", "v > 10").replace("'key'", "'subtask'")))
        .contains("only where (v > 10) IS TRUE])");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, ts FROM t WHERE id > 3",
        "SELECT id, name FROM t WHERE seen(id)",
        "SELECT id, name FROM t WHERE `partition` = 1",
        "SELECT id, name FROM t WHERE the_key = 'key 1'",
        "SELECT id, name FROM t WHERE id > 3 OR the_key = 'key 1'",
        "SELECT id, name FROM t WHERE ts < LOCALTIMESTAMP",
        "SELECT id, name FROM t WHERE id > RAND_INTEGER(40)",
      })
  void allRowsAreReadAlikeWhereTheConditionDoesNotTell(String query) {
    assertThat(job().explain(query)).contains("Decode(").doesNotContain("only where", "only rows");
  }

  @Test
  void numbersMustBeReadWhereOneThatDoesNotFitFailsTheJob() {
    KafkaSqlJob failing = job("'value.format'='json'");
    assertThat(failing.explain("SELECT id, v FROM t WHERE id > 1")).doesNotContain("only where");
    assertThat(failing.explain("SELECT id, v, name FROM t WHERE id > 1"))
        .contains(": id, name, v, ts; name only where (id > 1) IS TRUE])");
  }

  @Test
  void hintsAndTheSessionDecide() {
    assertThat(job().explain("SELECT id FROM t /*+ TRILINK('decode'='stock') */"))
        .doesNotContain("Decode(", "HintReport");
    assertThat(job().explain("SELECT /*+ TRILINK('decode'='stock') */ COUNT(id) FROM t GROUP BY v"))
        .doesNotContain("Decode(", "HintReport");
    assertThat(
            job()
                .with("table.optimizer.trilink.decode", "stock")
                .explain("SELECT id FROM t /*+ TRILINK('decode'='projected') */"))
        .contains("Decode(trilink=[decode=projected (table hint): id, ts])");
  }

  @Test
  void otherFormatsStayFlinksAndTheReasonIsShown() {
    KafkaSqlJob raw = new KafkaSqlJob().define(rawTable());

    assertThat(raw.explain("SELECT k FROM t")).doesNotContain("Decode(", "HintReport");
    assertThat(
            new KafkaSqlJob()
                .define(rawTable())
                .with("table.optimizer.trilink.decode", "projected")
                .with("table.optimizer.trilink.strict", "true")
                .explain("SELECT k FROM t"))
        .doesNotContain("Decode(", "HintReport");
    assertThat(raw.explain("SELECT k FROM t /*+ TRILINK('decode'='projected') */"))
        .contains(
            "decode=projected refused: table t is in the format 'raw'; only the formats 'json',"
                + " 'csv' and 'avro' support the decoding of single columns")
        .doesNotContain("Decode(");
    assertThatThrownBy(
            () ->
                raw.explain(
                    "SELECT k FROM t /*+ TRILINK('decode'='projected', 'strict'='true') */"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("decode=projected refused");
  }

  private String rawTable() {
    return Readings.table("t", topic.name(), "'format'='raw'")
        .replaceFirst("\\(k STRING.*SECOND\\)", "(k STRING)");
  }

  @Test
  void aValueThatFitsNoColumnFailsTheJobAlsoWhereItIsNotRead() {
    assertThat(job("'value.format'='json'").failure("SELECT id FROM t", null))
        .hasStackTraceContaining("Failed to deserialize JSON '{\"ts\": \"2020-09-13 00:00:")
        .hasStackTraceContaining("\"place\": null, \"v\": \"no number\"")
        .hasStackTraceContaining("Fail to deserialize at field: v.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, name FROM t WHERE seen(id)",
        "SELECT name, COUNT(*) FROM t WHERE seen(id) GROUP BY name",
        "SELECT a.id, b.name FROM t a JOIN t b ON a.id = b.id WHERE seen(a.id) AND b.v > 3",
      })
  void messagesOverwriteTheRecordKey(String query) throws Exception {
    List<String> stock = keyedBy("name").withoutTrilink().run(query, ROWS);
    Seen.clear();
    assertThat(keyedBy("name").run(query, ROWS)).isEqualTo(stock).hasSizeGreaterThan(2);
  }

  @Test
  void anOverwrittenKeyThatIsMalformedFailsTheJob() {
    String reason = "Size of data received for deserializing BIGINT type is not 8.";
    assertThat(keyedBy("id").withoutTrilink().failure("SELECT name FROM t", null))
        .hasStackTraceContaining(reason);
    assertThat(keyedBy("id").failure("SELECT name FROM t", null))
        .hasStackTraceContaining(reason)
        .hasStackTraceContaining(OverwrittenKeyDeserializationSchema.class.getName());
  }

  private KafkaSqlJob keyedBy(String column) {
    return new KafkaSqlJob()
        .define(
            """
            CREATE TEMPORARY TABLE t (id BIGINT, name STRING, v DOUBLE) WITH (
              'connector'='kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
              'properties.group.id'='tests', 'scan.startup.mode'='earliest-offset',
              'key.format'='raw', 'key.fields'='%s',
              'value.format'='json', 'value.json.ignore-parse-errors'='true')
            """
                .formatted(topic.name(), TestBroker.address(), column));
  }
}
