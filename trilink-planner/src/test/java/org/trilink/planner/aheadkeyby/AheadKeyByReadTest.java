/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.ExpectedResults;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.SensorQueries;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/** Queries over a topic that is partitioned by its record keys yield what stock Flink yields. */
@Tag("slow")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AheadKeyByReadTest {

  private static final int ROWS = 600;
  private static final int PARTITIONS = 3;
  private static final String AHEAD =
      "'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key', 'strict'='true'";

  private final ExpectedResults expected = new ExpectedResults();
  private KafkaTopic topic;

  @BeforeAll
  void writeTopic() throws Exception {
    topic = KafkaTopic.create(PARTITIONS);
    topic.write(Readings.lines(1, 0, ROWS, 17));
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  static Stream<Arguments> jobs() {
    List<Arguments> jobs = new ArrayList<>();
    int job = 0;
    for (String query : SensorQueries.ALL.keySet().stream().sorted().toList()) {
      // above, equal to and below the number of partitions, which is odd
      jobs.add(Arguments.of(query, List.of(5, 3, 2, 1).get(job++ % 4), job % 2 == 0));
    }
    return jobs.stream();
  }

  @ParameterizedTest(name = "{0} at {1}, RocksDB: {2}")
  @MethodSource("jobs")
  void yieldsWhatFlinkYields(String query, int parallelism, boolean rocksDb) throws Exception {
    KafkaSqlJob job = job().withParallelism(parallelism).onRocksDb(rocksDb);
    String sql = SensorQueries.sql(query, AHEAD);

    assertThat(job.explain(sql)).contains("AheadKeyBy(").doesNotContain("Exchange");
    assertThat(job.run(sql, ROWS)).isEqualTo(expected(query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tumble", "tumble, of texts", "legacy tumble", "over", "match", "session"})
  void worksUnderKeyLevelWatermarks(String query) throws Exception {
    KafkaSqlJob job = job().withParallelism(2);
    String sql = SensorQueries.sql(query, AHEAD + ", 'watermark'='key'");

    assertThat(job.explain(sql)).contains("AheadKeyBy(", "KeyWatermark").doesNotContain("Exchange");
    assertThat(job.run(sql, ROWS)).isEqualTo(expected(query));
  }

  @Test
  void worksInMiniBatches() throws Exception {
    KafkaSqlJob job =
        job()
            .withParallelism(2)
            .with("table.exec.mini-batch.enabled", "true")
            .with("table.exec.mini-batch.allow-latency", "200 ms")
            .with("table.exec.mini-batch.size", "100");
    String sql = SensorQueries.sql("group by", AHEAD);

    assertThat(job.explain(sql))
        .contains("AheadKeyBy(")
        .doesNotContain("Exchange", "LocalGroupAggregate");
    assertThat(job.run(sql, ROWS)).isEqualTo(expected("group by"));
  }

  /** As where keys are placed: FLINK-35661 depends on where in the bundle that key is. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void inAMiniBatchARetractionOfAnUnknownRowLosesNoOtherKey(int unknown) throws Exception {
    KafkaTopic changes = KafkaTopic.create(1);
    changes.write(
        IntStream.range(0, 4)
            .mapToObj(id -> change(id == unknown, Readings.line("sensor " + id, 0, 1, id)))
            .toList());
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(
                Readings.table(
                    "t",
                    changes.name(),
                    "'key.format'='raw', 'key.fields'='k', 'value.format'='debezium-json'"))
            .with("table.exec.mini-batch.enabled", "true")
            .with("table.exec.mini-batch.allow-latency", "1 h") // the job ends before
            .with("table.exec.mini-batch.size", "1000");
    String sql = SensorQueries.sql("group by", AHEAD);

    assertThat(job.explain(sql)).contains("AheadKeyBy(", "MiniBatchAssigner(");
    assertThat(job.run(sql, 4)).hasSize(3).noneMatch(row -> row.contains("sensor " + unknown));
  }

  private static KafkaTopic.Line change(boolean isRetraction, KafkaTopic.Line row) {
    String format =
        isRetraction
            ? "{\"before\":%s,\"after\":null,\"op\":\"d\"}"
            : "{\"before\":null,\"after\":%s,\"op\":\"c\"}";
    return new KafkaTopic.Line(row.key(), format.formatted(row.value()));
  }

  @Test
  void worksWhenRowsAreReused() throws Exception {
    KafkaSqlJob job = job().withParallelism(2).with("pipeline.object-reuse", "true");

    for (String query : List.of("top n", "deduplicate", "over")) {
      Seen.clear();
      assertThat(job.run(SensorQueries.sql(query, AHEAD), ROWS)).isEqualTo(expected(query));
    }
  }

  @Test
  void joinsTablesOfTheSamePartitioning() throws Exception {
    KafkaTopic other = KafkaTopic.create(PARTITIONS);
    other.write(Readings.lines(2, ROWS, 100, 17));
    String sql =
        "SELECT %s t.k, COUNT(*) AS c, SUM(t.v * o.v) AS s FROM t JOIN o ON t.k = o.k"
            + " WHERE seen(t.id) AND seen(o.id) GROUP BY t.k";
    KafkaSqlJob job = job().define(Readings.keyedTable("o", other)).withParallelism(2);
    String plan =
        job.explain(
            sql.formatted("/*+ TRILINK(" + AHEAD.replace(", 'strict'='true'", "") + ") */"));

    assertThat(plan).contains("AheadKeyBy(").containsOnlyOnce("Exchange");
    List<String> rows =
        job.run(
            sql.formatted("/*+ TRILINK(" + AHEAD.replace(", 'strict'='true'", "") + ") */"),
            ROWS + 100);
    Seen.clear();
    assertThat(rows)
        .isNotEmpty()
        .isEqualTo(
            job()
                .define(Readings.keyedTable("o", other))
                .withoutTrilink()
                .run(sql.formatted(""), ROWS + 100));
  }

  @Test
  void oneTableMayHaveSeveralTopicsOfAsManyPartitions() throws Exception {
    KafkaTopic other = KafkaTopic.create(PARTITIONS);
    other.write(Readings.lines(2, ROWS, 100, 17));
    String both =
        Readings.table(
            "t",
            topic.name() + ";" + other.name(),
            "'key.format'='raw', 'key.fields'='k', 'value.format'='json'");
    String windows = SensorQueries.sql("tumble", AHEAD + ", 'watermark'='key'");
    assertThat(TestPlanner.orders(new KafkaSqlJob().define(both).explain(windows)))
        .as("a key's records come in two sequences")
        .singleElement()
        .asString()
        .startsWith("watermark.order=any (table t reads several topics");
    List<String> rows =
        new KafkaSqlJob().define(both).run(SensorQueries.sql("group by", AHEAD), ROWS + 100);
    Seen.clear();

    assertThat(rows)
        .isEqualTo(
            new KafkaSqlJob()
                .define(both)
                .withoutTrilink()
                .run(SensorQueries.sql("group by", ""), ROWS + 100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "csv", "raw"})
  void keysAreBytesOfTheTablesFormat(String format) throws Exception {
    KafkaTopic keyed = KafkaTopic.create(4);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (KafkaTopic.Line line : Readings.lines(3, 0, 200, 17)) {
      String key =
          switch (format) {
            case "json" -> "{\"k\":\"" + line.key() + "\"}";
            case "csv" -> "\"" + line.key() + "\"";
            default -> line.key();
          };
      lines.add(new KafkaTopic.Line(key, line.value()));
    }
    keyed.write(lines);
    String table =
        Readings.table(
            "t",
            keyed.name(),
            "'key.format'='" + format + "', 'key.fields'='k', 'value.format'='json'");

    assertThat(new KafkaSqlJob().define(table).run(SensorQueries.sql("group by", AHEAD), 200))
        .hasSize(17);
  }

  @Test
  void keyColumnsMayHaveAPrefix() throws Exception {
    KafkaTopic keyed = KafkaTopic.create(4);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = 0; id < 100; id++) {
      lines.add(
          new KafkaTopic.Line(
              "{\"k\":\"sensor %d\",\"d\":%d}".formatted(id % 11, id % 3),
              "{\"v\":1,\"id\":%d}".formatted(id)));
    }
    keyed.write(lines);
    String table =
        """
        CREATE TEMPORARY TABLE t (key_d INT, v INT, id BIGINT, key_k STRING) WITH (
          'connector'='kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
          'properties.group.id'='tests', 'scan.startup.mode'='earliest-offset',
          'key.format'='json', 'key.fields'='key_k;key_d', 'key.fields-prefix'='key_',
          'value.format'='json', 'value.fields-include'='EXCEPT_KEY')
        """
            .formatted(keyed.name(), TestBroker.address());
    String sql =
        "SELECT /*+ TRILINK(%s) */ key_d, key_k, COUNT(*) AS c FROM t WHERE seen(id)"
                .formatted(AHEAD)
            + " GROUP BY key_d, key_k";

    assertThat(new KafkaSqlJob().define(table).run(sql, 100)).hasSize(33);
  }

  private KafkaSqlJob job() {
    return new KafkaSqlJob().define(Readings.keyedTable("t", topic));
  }

  private List<String> expected(String query) throws Exception {
    return expected.of(
        query,
        () -> {
          Seen.clear();
          List<String> results =
              job().withoutTrilink().withParallelism(1).run(SensorQueries.sql(query, ""), ROWS);
          assertThat(results).isNotEmpty();
          return results;
        });
  }
}
