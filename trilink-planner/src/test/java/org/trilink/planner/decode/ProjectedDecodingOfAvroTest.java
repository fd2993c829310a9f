/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.formats.avro.AvroRowDataSerializationSchema;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
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
 * Only the fields that a query reads are decoded from Avro in Kafka; the rows are stock Flink's.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProjectedDecodingOfAvroTest {

  private static final int ROWS = 60;
  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  private static final RowType PLACE =
      RowType.of(
          new LogicalType[] {
            TEXT,
            RowType.of(
                new LogicalType[] {new DoubleType(), new DoubleType()}, new String[] {"lat", "lon"})
          },
          new String[] {"city", "geo"});

  /** As the table's columns. */
  private static final RowType TYPE =
      RowType.of(
          false,
          new LogicalType[] {
            new BigIntType(false),
            TEXT,
            new DoubleType(),
            new ArrayType(TEXT),
            PLACE,
            new DecimalType(10, 2),
            new TimestampType(3)
          },
          new String[] {"id", "name", "v", "tags", "place", "price", "ts"});

  private KafkaTopic topic;

  @BeforeAll
  void writeTopic() throws Exception {
    topic = KafkaTopic.create(2);
    topic.writeBytes(messages(0));
  }

  private static List<byte[]> messages(int first) {
    AvroRowDataSerializationSchema writer = new AvroRowDataSerializationSchema(TYPE);
    try {
      writer.open(null);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    List<byte[]> messages = new ArrayList<>();
    for (int id = first; id < first + ROWS; id++) {
      messages.add(writer.serialize(row(id)));
    }
    return messages;
  }

  private static GenericRowData row(long id) {
    GenericRowData row = new GenericRowData(TYPE.getFieldCount());
    row.setField(0, id);
    row.setField(6, TimestampData.fromEpochMillis(1_600_000_000_000L + id * 500));
    if (id % 5 > 0) {
      row.setField(1, StringData.fromString("n\u00e9 " + id));
      row.setField(2, id + 0.5);
      row.setField(
          3,
          new GenericArrayData(
              new StringData[] {StringData.fromString("a"), StringData.fromString("b" + id)}));
      row.setField(
          4,
          GenericRowData.of(
              StringData.fromString("c" + id % 3), GenericRowData.of(id + 0.25, null)));
    }
    return row;
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private static KafkaSqlJob job(KafkaTopic from) {
    return new KafkaSqlJob().define(table(from));
  }

  private static String table(KafkaTopic from) {
    return """
        CREATE TEMPORARY TABLE t (
          id BIGINT NOT NULL, name STRING, v DOUBLE, tags ARRAY<STRING>,
          place ROW<city STRING, geo ROW<lat DOUBLE, lon DOUBLE>>,
          price DECIMAL(10, 2), ts TIMESTAMP(3), `partition` INT METADATA VIRTUAL,
          WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
        ) WITH (
          'connector'='kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
          'properties.group.id'='tests', 'scan.startup.mode'='earliest-offset', 'format'='avro')
        """
        .formatted(from.name(), TestBroker.address());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM t WHERE seen(id)",
        "SELECT id, name FROM t WHERE seen(id) AND v > 10",
        "SELECT `partition`, id, CARDINALITY(tags), tags[2] FROM t WHERE seen(id)",
        "SELECT place.city, SUM(place.geo.lat) FROM t WHERE seen(id) GROUP BY place.city",
        "SELECT place.geo, place.geo.lon, price, id FROM t WHERE seen(id)",
        "SELECT name, window_end, COUNT(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL"
            + " '10' SECOND)) WHERE seen(id) GROUP BY name, window_start, window_end",
        "SELECT a.id, a.name, b.v FROM t a JOIN t b ON a.id = b.id WHERE seen(a.id) AND"
            + " seen(b.id + 1000)",
        "SELECT id, name FROM t WHERE seen(id) AND v / (id - 31) > 1 AND id <> 31",
      })
  void yieldsWhatFlinkYields(String query) throws Exception {
    int rows = (query.split("seen\\(").length - 1) * ROWS; // of all scans together
    assertThat(job(topic).explain(query)).contains("Decode(");
    assertThat(job(topic).run(query, rows))
        .isEqualTo(stock(topic, query, rows))
        .hasSizeGreaterThan(2);
  }

  private static List<String> stock(KafkaTopic from, String query, int rows) throws Exception {
    Seen.clear();
    return job(from).withoutTrilink().run(query, rows);
  }

  @Test
  void explainShowsWhatIsRead() {
    assertThat(job(topic).explain("SELECT place.geo.lat, price FROM t WHERE id > 1"))
        .contains(
            "Decode(trilink=[decode=projected (default): id, place.geo.lat, price, ts;"
                + " place.geo.lat, price only where (id > 1) IS TRUE])");
  }

  @Test
  void aMessageThatEndsTooEarlyFailsTheJob() throws Exception {
    KafkaTopic damaged = KafkaTopic.create(1);
    damaged.writeBytes(messages(0));
    damaged.writeBytes(List.of(new byte[] {2, 2}));

    assertThat(job(damaged).failure("SELECT id FROM t", null))
        .hasStackTraceContaining("Failed to deserialize Avro record.")
        .hasStackTraceContaining("AvroRowDataDeserializationSchema.deserialize");
  }

  @ParameterizedTest
  @CsvSource({"projected, stock", "stock, projected"})
  void aSavepointGoesOnUnderTheOtherDecoder(String before, String after, @TempDir Path savepoints)
      throws Exception {
    KafkaTopic growing = KafkaTopic.create(3);
    String sql = "SELECT MOD(id, 7), COUNT(*), SUM(v) FROM t WHERE seen(id) GROUP BY MOD(id, 7)";
    growing.writeBytes(messages(0));
    String savepoint = decoded(growing, before).stop(sql, null, ROWS, savepoints);
    growing.writeBytes(messages(ROWS));
    List<String> rows = decoded(growing, after).finish(sql, savepoint, 2 * ROWS);

    assertThat(rows).isEqualTo(stock(growing, sql, 2 * ROWS)).hasSize(7);
  }

  private static KafkaSqlJob decoded(KafkaTopic from, String decode) {
    return job(from).with("table.optimizer.trilink.decode", decode);
  }
}
