/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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

/** Windows of a changelog in Kafka: rows are changed and deleted while their window is open. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangesInWindowsJobTest {

  private static final int ROWS = 600;
  private static final int KEYS = 7;

  private static final String WINDOWS =
      """
      SELECT %s k, window_start, COUNT(*) AS c, SUM(v) AS s, MIN(id) AS first
      FROM TABLE(TUMBLE((SELECT * FROM t WHERE seen(id)), DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY k, window_start, window_end""";

  private KafkaTopic topic;

  @BeforeAll
  void writeTopic() throws Exception {
    topic = KafkaTopic.create(3);
    List<KafkaTopic.Line> changes = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      String key = "sensor " + id % KEYS;
      String row = Readings.line(key, 0, id, id).value();
      changes.add(change(key, "c", "null", row));
      if (id % 3 == 0) {
        String changed = Readings.line(key, 0, 1_000 + id, id).value();
        changes.add(change(key, "u", row, changed));
        row = changed;
      }
      if (id % 5 == 0) {
        changes.add(change(key, "d", row, "null"));
      }
    }
    topic.write(changes);
  }

  private static KafkaTopic.Line change(String key, String kind, String before, String after) {
    return new KafkaTopic.Line(
        key, "{\"before\":%s,\"after\":%s,\"op\":\"%s\"}".formatted(before, after, kind));
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private KafkaSqlJob job() {
    return new KafkaSqlJob()
        .withParallelism(2)
        .define(
            Readings.table(
                "t",
                topic.name(),
                "'key.format'='raw', 'key.fields'='k', 'value.format'='debezium-json'"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'partition'='least-key'",
        "'partition'='auto', 'partition.monitor'='count', 'partition.monitor.records'='20'",
        "'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key'",
      })
  void areTheSameAsWithoutTheHint(String options) throws Exception {
    List<String> stock = job().withoutTrilink().run(WINDOWS.formatted(""), ROWS);
    Seen.clear();

    assertThat(
            job().run(WINDOWS.formatted("/*+ TRILINK(" + options + ", 'strict'='true') */"), ROWS))
        .hasSizeGreaterThan(KEYS)
        .isEqualTo(stock);
  }
}
