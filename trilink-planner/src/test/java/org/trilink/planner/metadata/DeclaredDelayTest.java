/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.apache.flink.table.api.Expressions.$;
import static org.apache.flink.table.api.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.expressions.Expression;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** The delay for all the ways in which a table can declare its watermark. */
@Tag("slow")
class DeclaredDelayTest {

  private static final String REFUSED =
      "watermark=key refused: the WATERMARK of r is not of the form column - INTERVAL constant;"
          + " set 'watermark.delay'";

  private static final String TIES = "rows of a key may share a time";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ts - INTERVAL '0.001' SECOND            | 1 ms",
        "ts - INTERVAL '5' SECOND                | 5 s",
        "ts - INTERVAL '0.250' SECOND            | 250 ms",
        "ts - INTERVAL '3' MINUTE                | 3 min",
        "ts - INTERVAL '1' HOUR                  | 1 h",
        "ts - INTERVAL '2' DAY                   | 2 d",
        "ts - INTERVAL '1:30' MINUTE TO SECOND   | 90 s",
        "ts - INTERVAL '1 12' DAY TO HOUR        | 36 h",
      })
  void constantDelays(String watermark, String delay) {
    for (String connector : new String[] {"datagen", "planned"}) {
      for (String type : new String[] {"TIMESTAMP(3)", "TIMESTAMP_LTZ(3)"}) {
        assertThat(TestPlanner.keyWatermarks(planWith(connector, "ts " + type, watermark)))
            .as("%s in %s", type, connector)
            .containsExactly(settings(delay, "WATERMARK of r"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ts + INTERVAL '5' SECOND",
        "ts - INTERVAL -'5' SECOND",
        "ts - INTERVAL '1' MONTH",
        "ts - INTERVAL '1' SECOND * 5",
        "ts - INTERVAL '1' SECOND - INTERVAL '1' SECOND",
        "CAST(ts AS TIMESTAMP(0))",
        "CAST(FLOOR(ts TO HOUR) AS TIMESTAMP(3))",
        "other",
        "other - INTERVAL '5' SECOND",
        "CASE WHEN v > 3 THEN ts ELSE ts - INTERVAL '5' SECOND END",
      })
  void otherWatermarksNeedAnExplicitDelay(String watermark) {
    for (String connector : new String[] {"datagen", "planned"}) {
      String plan = planWith(connector, "ts TIMESTAMP(3), other TIMESTAMP(3)", watermark);
      assertThat(TestPlanner.advice(plan)).as(connector).containsExactly(REFUSED);
      assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    }

    planner.set("table.optimizer.trilink.watermark.delay", "7 s");
    assertThat(
            TestPlanner.keyWatermarks(
                planWith("planned", "ts TIMESTAMP(3), other TIMESTAMP(3)", watermark)))
        .containsExactly(settings("7 s", "session"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ts", "ts - INTERVAL '0' SECOND"})
  void noDelayIsAMillisecondAsRowsOfAKeyMayShareATime(String watermark) {
    assertThat(TestPlanner.keyWatermarks(planWith("datagen", "ts TIMESTAMP(3)", watermark)))
        .containsExactly(settings("1 ms", TIES));
  }

  @Test
  void anExplicitDelayGoesBeforeTheTables() {
    planWith("datagen", "ts TIMESTAMP(3)", "ts - INTERVAL '5' SECOND");
    String sql =
        countByKey("r").replace("'watermark'='key'", "'watermark'='key','watermark.delay'='2 s'");

    assertThat(TestPlanner.keyWatermarks(planner.plan(sql)))
        .containsExactly(settings("2 s", "query hint"));
  }

  @Test
  void tableApi() {
    assertThat(TestPlanner.keyWatermarks(planWith($("ts"))))
        .containsExactly(settings("1 ms", TIES));
    assertThat(TestPlanner.keyWatermarks(planWith($("ts").minus(lit(5).seconds()))))
        .containsExactly(settings("5 s", "WATERMARK of r"));
    assertThat(TestPlanner.keyWatermarks(planWith($("ts").minus(lit(3).minutes()))))
        .containsExactly(settings("3 min", "WATERMARK of r"));
  }

  @Test
  void otherWatermarksOfTheTableApiNeedAnExplicitDelay() {
    assertThat(TestPlanner.advice(planWith($("ts").plus(lit(5).seconds()))))
        .containsExactly(REFUSED);
    assertThat(TestPlanner.advice(planWith($("ts").minus(lit(1).month()))))
        .containsExactly(REFUSED);
    assertThat(TestPlanner.advice(planWith($("ts").cast(DataTypes.TIMESTAMP(0)))))
        .containsExactly(REFUSED);
  }

  @Test
  void dataStreamWithAWatermarkInItsSchema() {
    assertThat(TestPlanner.keyWatermarks(planOfStream("ts - INTERVAL '4' SECOND")))
        .hasSize(1)
        .allSatisfy(
            settings ->
                assertThat(settings).startsWith("watermark=key (query hint), watermark.delay=4 s"));
  }

  @Test
  void dataStreamWithWatermarksOfItsOwnNeedsAnExplicitDelay() {
    String plan = planOfStream("SOURCE_WATERMARK()");
    assertThat(TestPlanner.advice(plan))
        .containsExactly(REFUSED.replace("WATERMARK of r ", "WATERMARK of readings "));
  }

  @Test
  @SuppressWarnings("deprecation") // deprecated, but still in use
  void dataStreamWithARowtimeOfItsOwnNeedsAnExplicitDelay() {
    StreamTableEnvironment tables = planner.tables();
    tables.dropTemporaryView("legacy");
    tables.createTemporaryView("legacy", stream(), $("k"), $("v"), $("rt").rowtime());

    assertThat(TestPlanner.advice(planner.plan(countByKey("legacy").replace("(ts)", "(rt)"))))
        .containsExactly(
            "watermark=key refused: the program that created the DataStream assigns its watermarks,"
                + " so the delay is unknown; set 'watermark.delay'");
    planner.set("table.optimizer.trilink.watermark.delay", "7 s");
    String plan = planner.plan(countByKey("legacy").replace("(ts)", "(rt)"));
    assertThat(TestPlanner.keyWatermarks(plan)).containsExactly(settings("7 s", "session"));
    assertThat(plan).doesNotContain("hints=");
  }

  private static String planWith(String connector, String times, String watermark) {
    planner.execute(
        "DROP TEMPORARY TABLE IF EXISTS r",
        "CREATE TEMPORARY TABLE r (k STRING, v INT, %s, WATERMARK FOR ts AS %s)"
                .formatted(times, watermark)
            + " WITH ('connector' = '%s')".formatted(connector));
    return planner.plan(countByKey("r"));
  }

  private static String planWith(Expression watermark) {
    planner.execute("DROP TEMPORARY TABLE IF EXISTS r");
    planner
        .tables()
        .createTemporaryTable(
            "r",
            TableDescriptor.forConnector("planned")
                .schema(
                    Schema.newBuilder()
                        .column("k", DataTypes.STRING())
                        .column("ts", DataTypes.TIMESTAMP(3))
                        .watermark("ts", watermark)
                        .build())
                .build());
    return planner.plan(countByKey("r"));
  }

  private static String planOfStream(String watermark) {
    StreamTableEnvironment tables = planner.tables();
    tables.dropTemporaryView("readings");
    tables.createTemporaryView(
        "readings",
        stream(),
        Schema.newBuilder()
            .column("k", DataTypes.STRING())
            .column("v", DataTypes.INT())
            .column("ts", DataTypes.TIMESTAMP_LTZ(3))
            .watermark("ts", watermark)
            .build());
    return planner.plan(countByKey("readings"));
  }

  private static DataStream<Row> stream() {
    return planner
        .streams()
        .fromElements(Row.of("k", 1, Instant.EPOCH))
        .returns(
            Types.ROW_NAMED(new String[] {"k", "v", "ts"}, Types.STRING, Types.INT, Types.INSTANT));
  }

  private static String settings(String delay, String origin) {
    return "watermark=key (query hint), watermark.delay=%s (%s), watermark.max-skew=unbounded (default)"
        .formatted(delay, origin);
  }

  private static String countByKey(String table) {
    return """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end"""
        .formatted(table);
  }
}
