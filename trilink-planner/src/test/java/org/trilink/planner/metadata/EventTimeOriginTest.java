/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.testing.TestPlanner;

class EventTimeOriginTest {

  private static final String COMPUTED =
      " (k STRING, v INT, text STRING, pt AS PROCTIME(), ts AS TO_TIMESTAMP(text),"
          + " WATERMARK FOR ts AS ts - INTERVAL '3' SECOND) WITH ('connector' = '%s')";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE computed" + COMPUTED.formatted("datagen"),
              "CREATE TABLE pushed" + COMPUTED.formatted("planned"),
              "CREATE TABLE two_times (k STRING, other TIMESTAMP(3), ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen')",
              "CREATE TABLE local_times (k STRING, v INT, ts TIMESTAMP_LTZ(3),"
                  + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen')",
              "CREATE VIEW windows AS " + windows("t"),
              "CREATE VIEW local_windows AS " + windows("local_times"));

  private static String windows(String table) {
    return "SELECT k, v, window_time AS ts, COUNT(*) AS c FROM TABLE(TUMBLE(TABLE %s,"
            .formatted(table)
        + " DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY k, v, window_start, window_end,"
        + " window_time";
  }

  /** The origin of column ts of a query, for an operator by k. */
  private static Decision<EventTimeOrigin> origin(String query) {
    StreamPhysicalOverAggregate over =
        (StreamPhysicalOverAggregate)
            PlanNodes.first(
                "OverAggregate",
                planner.optimize(
                    "SELECT COUNT(*) OVER (PARTITION BY k ORDER BY ts) FROM (%s)"
                        .formatted(query)));
    Window.Group window = over.logicWindow().groups.get(0);
    return EventTimeOrigin.of(over.getInput(), window.orderKeys.getKeys().get(0), window.keys);
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          5000 | WATERMARK of t                    | SELECT k, ts FROM t
          5000 | WATERMARK of t                    | SELECT UPPER(k) AS k, ts FROM (SELECT ts AS moment, k FROM t WHERE v > 1) AS r (ts, k)
          3000 | WATERMARK of computed             | SELECT k, ts FROM computed
          3000 | WATERMARK of pushed               | SELECT k, ts FROM pushed
          1    | results of OverAggregate in order | SELECT k, ts FROM (SELECT k, ts, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t) WHERE s > 1
               | UNION ALL combines tables that may be at different event times, so the delay is unknown   | SELECT k, ts FROM t UNION ALL SELECT k, ts FROM computed
               | Deduplicate by [v] sends a key's rows through several subtasks, so the delay is unknown | SELECT k, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY pt) AS r FROM computed) WHERE r = 1
          """)
  void tellsTheDelay(@Nullable Long delay, String description, String query) {
    EventTimeOrigin origin = origin(query).accepted();

    assertThat(origin.description()).isEqualTo(description);
    assertThat(origin.delay().map(Duration::toMillis).orElse(null)).isEqualTo(delay);
    assertThat(origin.leastDelay()).isEqualTo(EventTimeOrigin.TIE);
    assertThat(origin.followsClocks()).isFalse();
  }

  /** Windows in the session's time zone are not in order of instants when clocks go forward. */
  @ParameterizedTest
  @CsvSource({"windows, false", "local_windows, true"})
  void resultsOfWindowsComeOneATime(String view, boolean followsClocks) {
    String windows = "SELECT k || '.' AS k, ts FROM (SELECT k, ts FROM %s)".formatted(view);
    assertThat(origin(windows).refusal())
        .startsWith("it combines results of different keys of WindowAggregate");

    RelNode aggregate =
        PlanNodes.first("GlobalWindowAggregate", planner.optimize("SELECT * FROM " + view));
    EventTimeOrigin origin =
        EventTimeOrigin.of(
                aggregate,
                PlanNodes.column(aggregate, "window_time"),
                PlanNodes.columns(aggregate, "k v"))
            .accepted();
    assertThat(origin.description()).isEqualTo("results of WindowAggregate in order");
    assertThat(origin.delay()).contains(Duration.ZERO);
    assertThat(origin.leastDelay()).isZero();
    assertThat(origin.resultsOf()).isSameAs(aggregate);
    assertThat(origin.followsClocks()).isEqualTo(followsClocks);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          it combines results of different keys of WindowAggregate | SELECT k, ts FROM windows
          UNION ALL combines results of OverAggregate with rows    | SELECT k, ts FROM t UNION ALL SELECT k, ts FROM (SELECT k, ts, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t) WHERE s > 1
          its time column comes from IntervalJoin, which does not  | SELECT a.k, a.ts FROM t a JOIN computed b ON a.k = b.k AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '1' MINUTE
          its time column is the time of a window                  | SELECT k, window_time AS ts FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
          """)
  void isRefused(String reason, String query) {
    assertThat(origin(query).refusal()).startsWith(reason);
  }

  @Test
  void ofAnotherTimeTheOrderIsNotKnown() {
    RelNode assigner =
        PlanNodes.first("WatermarkAssigner", planner.optimize("SELECT * FROM two_times"));

    assertThat(
            EventTimeOrigin.of(
                    assigner, PlanNodes.column(assigner, "other"), PlanNodes.columns(assigner, "k"))
                .refusal())
        .startsWith("its time column comes from WatermarkAssigner, which does not");
  }
}
