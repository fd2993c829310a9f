/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/** For all kinds of columns that a Kafka table can have, the rows are those of stock Flink. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProjectedDecodingOfTablesTest {

  /** Flink 1.20 has it before the names of such columns. */
  private static final String PREFIX_OF_METADATA = "$metadata$";

  private static final int ROWS = 70;

  private static final Map<String, String> COLUMNS =
      Map.of(
          "computed watermark",
          "id BIGINT, k STRING, millis BIGINT, ts AS TO_TIMESTAMP_LTZ(millis, 3),"
              + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND",
          "watermark of a nested field",
          "id BIGINT, k STRING, event ROW<begun TIMESTAMP(3), who STRING>, ts AS event.begun,"
              + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND",
          "watermark of metadata",
          "id BIGINT, k STRING, millis BIGINT, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',"
              + " `offset` BIGINT METADATA VIRTUAL, WATERMARK FOR ts AS ts - INTERVAL '1' SECOND",
          "keys",
          "n INT, id BIGINT, k STRING, millis BIGINT",
          "prefixed keys",
          "key_k STRING, id BIGINT, k STRING, key_n INT, millis BIGINT",
          "metadata alone",
          "id BIGINT, k STRING, `partition` BIGINT METADATA VIRTUAL, `offset` BIGINT METADATA"
              + " VIRTUAL");

  private KafkaTopic topic;

  @BeforeAll
  void writeTopic() throws Exception {
    topic = KafkaTopic.create(2);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      String value =
          "{\"id\": %d, %s\"millis\": %d, \"event\": {\"who\": \"w\", \"begun\":"
              + " \"2020-09-13 00:00:%02d.000\"}}";
      String k = id % 10 == 7 ? "" : "\"k\": \"of value %d\", ".formatted(id % 4);
      lines.add(
          new KafkaTopic.Line(
              "{\"n\": %d, \"k\": \"of key %d\"}".formatted(id, id % 3),
              value.formatted(id, k, 1_600_000_000_000L + id * 500L, id % 60)));
    }
    for (int i = 0; i < 5; i++) {
      lines.add(new KafkaTopic.Line("{}", "{\"id\": " + i + ", \"k\": [")); // no JSON, so no row
    }
    topic.write(lines);
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private KafkaSqlJob job(String columns, String keys) {
    return new KafkaSqlJob()
        .define(
            """
            CREATE TEMPORARY TABLE t (%s) WITH (
              'connector'='kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
              'properties.group.id'='tests', 'scan.startup.mode'='earliest-offset',
              'value.format'='json', 'value.json.ignore-parse-errors'='true'%s)
            """
                .formatted(COLUMNS.get(columns), topic.name(), TestBroker.address(), keys));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "computed watermark|SELECT id FROM t WHERE seen(id)|id, millis",
        "computed watermark|SELECT id, ts FROM t WHERE seen(id)|id, millis",
        "watermark of a nested field|SELECT k FROM t WHERE seen(id)|id, k, event.begun",
        "watermark of a nested field|SELECT event.who, ts FROM t WHERE seen(id)|id, event.begun, event.who",
        "watermark of a nested field|SELECT event FROM t WHERE seen(id)|id, event",
        "watermark of metadata|SELECT k FROM t WHERE seen(id)|id, k, timestamp",
        "watermark of metadata|SELECT `offset`, millis FROM t WHERE seen(id)|id, millis, offset, timestamp",
      })
  void columnsThatOthersAreMadeOf(String columns, String query, String read) throws Exception {
    assertThat(job(columns, "").explain(query).replace(PREFIX_OF_METADATA, ""))
        .containsPattern( // some versions of Flink name metadata by the column
            Pattern.quote("Decode(trilink=[decode=projected (default): ")
                + read.replace("timestamp", "(timestamp|ts)")
                + "]\\)");
    assertThat(job(columns, "").run(query, ROWS))
        .isEqualTo(stock(job(columns, ""), query, ROWS))
        .hasSize(ROWS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keys|'key.fields'='k;n', 'value.fields-include'='EXCEPT_KEY'|SELECT k FROM t WHERE seen(id)",
        "keys|'key.fields'='k;n', 'value.fields-include'='EXCEPT_KEY'|SELECT n, millis FROM t WHERE seen(id)",
        "keys|'key.fields'='n;k', 'value.fields-include'='ALL'|SELECT k FROM t WHERE seen(id)",
        "keys|'key.fields'='n;k', 'value.fields-include'='ALL'|SELECT n, millis FROM t WHERE seen(id)",
        "prefixed keys|'key.fields'='key_k;key_n', 'key.fields-prefix'='key_', 'value.fields-include'='EXCEPT_KEY'|SELECT key_k, k FROM t WHERE seen(id)",
        "prefixed keys|'key.fields'='key_k;key_n', 'key.fields-prefix'='key_', 'value.fields-include'='EXCEPT_KEY'|SELECT key_n FROM t WHERE seen(id)",
      })
  void columnsOfRecordKeys(String columns, String keys, String query) throws Exception {
    String options = ", 'key.format'='json', " + keys;

    assertThat(job(columns, options).explain(query)).contains("Decode(");
    assertThat(job(columns, options).run(query, ROWS))
        .isEqualTo(stock(job(columns, options), query, ROWS))
        .hasSize(ROWS);
  }

  /** A message that is not JSON yields no row, even if no column is decoded. */
  @Test
  void rowsAreCountedWithoutReadingAColumn() throws Exception {
    String position = "`partition` * 1000 + `offset`";
    String count = "SELECT COUNT(*) FROM t WHERE seen(" + position + ")";

    assertThat(job("metadata alone", "").explain(count))
        .contains("Decode(trilink=[decode=projected (default): partition, offset])");
    assertThat(job("metadata alone", "").explain("SELECT COUNT(*) FROM t"))
        .contains("Decode(trilink=[decode=projected (default): no column])");
    assertThat(job("metadata alone", "").run(count, ROWS))
        .isEqualTo(stock(job("metadata alone", ""), count, ROWS))
        .containsExactly("[" + ROWS + "]");
  }

  private static List<String> stock(KafkaSqlJob job, String query, int rows) throws Exception {
    Seen.clear();
    return job.withoutTrilink().run(query, rows);
  }
}
