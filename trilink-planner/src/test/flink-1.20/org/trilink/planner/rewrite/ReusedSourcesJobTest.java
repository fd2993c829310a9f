/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.KafkaTopic;

/** Queries of one table that read other columns of it, for which Flink makes one source. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReusedSourcesJobTest {

  private static final int ROWS = 600;
  private static final int KEYS = 7;

  private static final String BOTH =
      """
      SELECT %s k, window_start, COUNT(*) AS n
      FROM TABLE(TUMBLE((SELECT k, ts FROM t WHERE seen(id)), DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY k, window_start, window_end
      UNION ALL
      SELECT k, window_start, SUM(v) AS n
      FROM TABLE(TUMBLE((SELECT k, v, ts FROM t), DESCRIPTOR(ts), INTERVAL '20' SECOND))
      GROUP BY k, window_start, window_end""";

  private KafkaTopic topic;

  @BeforeAll
  void writeTopic() throws Exception {
    topic = KafkaTopic.create(1);
    topic.write(Readings.lines(1, 0, ROWS, KEYS));
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private KafkaSqlJob job() {
    return new KafkaSqlJob().withParallelism(2).define(Readings.keyedTable("t", topic));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'decode'='projected'",
        "'decode'='stock'",
        "'watermark'='key'",
        "'partition'='least-key'",
        "'exchange'='local-merge'",
        "'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key'",
      })
  void haveTheRowsOfStockFlink(String options) throws Exception {
    List<String> stock = job().withoutTrilink().run(BOTH.formatted(""), ROWS);
    Seen.clear();
    String query = BOTH.formatted("/*+ TRILINK(" + options + ") */");

    assertThat(job().run(query, ROWS)).hasSizeGreaterThan(KEYS).isEqualTo(stock);
  }
}
