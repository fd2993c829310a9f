/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

/** The time in the rows of a window Top-N, which bring their windows along. */
class EventTimeInputTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE local_times (k STRING, v INT, ts TIMESTAMP_LTZ(3),"
                  + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen')");

  private static final String TOP =
      "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end"
          + " ORDER BY v) AS n FROM (%s)) WHERE n < 3";

  /** The delay is 7 ms; a result of a window comes a millisecond later than the last row. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the time is kept     | ROWTIME     | ts           | 7 | false | SELECT k, v, ts, window_start, window_end FROM <t>
          the time is dropped  | WINDOW_TIME | window_start | 7 | false | SELECT k, v, window_start, window_end FROM <t>
          the time is cast     | WINDOW_TIME | window_start | 7 | false | SELECT k, v, CAST(ts AS TIMESTAMP_LTZ(3)) AS ts, window_start, window_end FROM <t>
          local windows        | WINDOW_TIME | window_start | 7 | true  | SELECT k, v, window_start, window_end FROM <local_times>
          results              | WINDOW_TIME | window_end   | 8 | false | SELECT k, window_start, window_end, SUM(v) AS v FROM <t> GROUP BY k, window_start, window_end
          results, local       | WINDOW_TIME | window_end   | 8 | true  | SELECT k, window_start, window_end, SUM(v) AS v FROM <local_times> GROUP BY k, window_start, window_end
          """)
  void timeOfWindows(
      String what, String kind, String column, long delay, boolean isLocal, String query) {
    String windows =
        query.replaceAll(
            "<(\\w+)>", "TABLE(TUMBLE(TABLE $1, DESCRIPTOR(ts), INTERVAL '1' MINUTE))");
    RelNode rank = PlanNodes.first("WindowRank", planner.optimize(TOP.formatted(windows)));

    EventTimeInput input = EventTimeOperator.of(rank).accepted().inputs().get(0);

    JsonNode time = new ObjectMapper().valueToTree(input.time(Duration.ofMillis(7)));
    assertThat(time.path("kind").asText()).isEqualTo(kind);
    assertThat(time.path("delayMillis").asLong()).isEqualTo(delay);
    assertThat(time.path("local").asBoolean()).isEqualTo(isLocal);
    RelNode rows = rank.getInput(0);
    assertThat(time.path("column").asInt()).isEqualTo(PlanNodes.column(rows, column));
    assertThat(time.path("windowEnd").asInt()).isEqualTo(PlanNodes.column(rows, "window_end"));
  }
}
