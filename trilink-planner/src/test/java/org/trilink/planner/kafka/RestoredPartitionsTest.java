/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/**
 * A job goes on from a savepoint, with one subtask for two partitions: what is read first of one of
 * them must not make the other one late, although windows follow the subtask's watermark.
 */
@Tag("slow")
class RestoredPartitionsTest {

  private static final int PARTITIONS = 2;

  /** In a partition, a second apart: more than the consumer takes at a time. */
  private static final int RECORDS = 3_000;

  private static final int WINDOW = 10;

  private static final String COUNTS =
      """
      SELECT HINT k, window_end, COUNT(*) AS n
      FROM TABLE(TUMBLE((SELECT * FROM t WHERE seen(id)), DESCRIPTOR(happened), INTERVAL '%d' SECOND))
      GROUP BY k, window_start, window_end"""
          .formatted(WINDOW);

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private static KafkaSqlJob job(KafkaTopic topic) {
    return new KafkaSqlJob()
        .withParallelism(1)
        .with("pipeline.auto-watermark-interval", "1 ms")
        .define(
            """
            CREATE TEMPORARY TABLE t (
              id INT, k INT, ts BIGINT, happened AS TO_TIMESTAMP_LTZ(ts, 3),
              WATERMARK FOR happened AS happened - INTERVAL '0.001' SECOND
            ) WITH (
              'connector'='kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
              'scan.startup.mode'='earliest-offset', 'format'='json')
            """
                .formatted(topic.name(), TestBroker.address()));
  }

  private static List<KafkaTopic.Line> seconds(int from, int to) {
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int second = from; second < to; second++) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        String reading =
            "{\"id\": %d, \"k\": %d, \"ts\": %d}"
                .formatted(PARTITIONS * second + partition, partition, 1_000L * second);
        lines.add(new KafkaTopic.Line(null, reading, partition));
      }
    }
    return lines;
  }

  /** Whether Trilink decodes the records, or Flink does and Trilink follows its watermark. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/*+ TRILINK('decode'='stock', 'watermark'='key', 'watermark.max-skew'='0 ms') */"
      })
  void holdBackTheWatermarkUntilTheyHaveBeenRead(String hint, @TempDir Path savepoints)
      throws Exception {
    String counts = COUNTS.replace("HINT", hint);
    KafkaTopic topic = KafkaTopic.create(PARTITIONS);
    topic.write(seconds(0, WINDOW));
    String savepoint = job(topic).stop(counts, null, PARTITIONS * WINDOW, savepoints);

    topic.write(seconds(WINDOW, RECORDS));
    List<String> rows = job(topic).finish(counts, savepoint, PARTITIONS * RECORDS);

    assertThat(rows)
        .hasSize(PARTITIONS * RECORDS / WINDOW)
        .allMatch(row -> row.endsWith(", " + WINDOW + "]"));
  }
}
