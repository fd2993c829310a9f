/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.examples.memory.MemoryTopics;
import org.trilink.planner.Trilink;

/** The module's functions in queries that Trilink plans. */
@Tag("slow")
class FunctionsUnderTrilinkTest {

  private static final int READINGS = 1_200;

  private TableEnvironment tables;

  /** Two sensors with one reading a second each; their values rise by 2 and fall by 3 per hour. */
  @BeforeEach
  void createReadings() {
    MemoryTopics.clear();
    for (int second = 0; second < READINGS; second++) {
      write("rising", 100 + second * 2 / 3600.0, second);
      write("falling", 50 - second * 3 / 3600.0, second);
    }
    tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    tables.getConfig().getConfiguration().setString("parallelism.default", "2");
    Trilink.install(tables);
    tables.executeSql("LOAD MODULE trilink");
    tables.executeSql(
        """
        CREATE TABLE readings (sensor STRING, v DOUBLE, ts BIGINT,
          rt AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR rt AS rt - INTERVAL '0.001' SECOND
        ) WITH ('connector' = 'memory-topic', 'topic' = 'readings', 'format' = 'json')
        """);
  }

  private static void write(String sensor, double value, int second) {
    String line =
        String.format(
            Locale.ROOT,
            "{\"sensor\": \"%s\", \"v\": %.9f, \"ts\": %d}",
            sensor,
            value,
            1_700_000_000_000L + second * 1_000L);
    MemoryTopics.write("readings", line.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aggregatesAreMergedBeforeTheExchange() throws Exception {
    String sql =
        """
        SELECT /*+ TRILINK('watermark'='key', 'exchange'='local-merge', 'strict'='true') */
          sensor, COUNT(*), LINEAR_TREND(v, rt), APPROX_PERCENTILE(v, 0.5E0),
          APPROX_COUNT_DISTINCT(v)
        FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(rt), INTERVAL '1' HOUR))
        GROUP BY sensor, window_start, window_end
        """;

    assertThat(tables.explainSql(sql)).contains("LocalMerge(");
    List<Row> rows = run(sql);
    assertThat(rows).hasSize(2);
    for (Row row : rows) {
      boolean rising = row.getField(0).equals("rising");
      assertThat(row.getField(1)).isEqualTo((long) READINGS);
      assertThat((Double) row.getField(2)).isCloseTo(rising ? 2 : -3, within(1e-6));
      assertThat((Double) row.getField(3))
          .isCloseTo(rising ? 100 + 1_200 / 3600.0 : 50 - 1_800 / 3600.0, within(0.05));
      assertThat((Long) row.getField(4)).isCloseTo((long) READINGS, within(READINGS / 20L));
    }
  }

  @Test
  void keyWatermarkIsThatOfTheRowsSensor() throws Exception {
    List<Row> rows =
        run(
            """
            SELECT /*+ TRILINK('watermark'='key', 'strict'='true') */
              sensor, window_end, KEY_WATERMARK(window_time)
            FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(rt), INTERVAL '1' MINUTE))
            GROUP BY sensor, window_start, window_end, window_time
            """);

    assertThat(rows).hasSize(2 * (READINGS / 60 + 1));
    for (Row row : rows) {
      java.time.LocalDateTime end = (java.time.LocalDateTime) row.getField(1);
      java.time.Instant watermark = (java.time.Instant) row.getField(2);
      java.time.Instant endInstant = end.atZone(tables.getConfig().getLocalTimeZone()).toInstant();
      assertThat(watermark).isAfterOrEqualTo(endInstant.minusMillis(1));
    }
  }

  private List<Row> run(String sql) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = tables.executeSql(sql).collect()) {
      ((Iterator<Row>) results).forEachRemaining(rows::add);
    }
    return rows;
  }
}
