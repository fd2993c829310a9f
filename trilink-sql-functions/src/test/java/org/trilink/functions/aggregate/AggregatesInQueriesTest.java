/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.functions.SqlSession;
import org.trilink.functions.aggregate.Readings.Reading;

/** All ways in which Flink groups give what is exact: the groups are small enough for that. */
@Tag("slow")
class AggregatesInQueriesTest {

  private static final String AGGREGATES =
      "LINEAR_TREND(voltage, `at`), APPROX_PERCENTILE(voltage, 0.9), APPROX_COUNT_DISTINCT(code)";

  private static final long MINUTES_10 = 600_000;

  private final List<Reading> readings = Readings.random(1500);

  private SqlSession session(boolean isStreaming) {
    return Readings.declare(readings, SqlSession.of(isStreaming));
  }

  @ParameterizedTest
  @CsvSource({"true, AUTO", "false, ONE_PHASE", "false, TWO_PHASE"})
  void groups(boolean isStreaming, String phases) {
    List<Row> rows =
        session(isStreaming)
            .set("table.optimizer.agg-phase-strategy", phases)
            .rows("SELECT sensor, " + AGGREGATES + " FROM readings GROUP BY sensor");
    assertExact(rows, Reading::sensor);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE_PHASE", "TWO_PHASE"})
  void groupsInMiniBatches(String phases) {
    List<Row> rows =
        session(true)
            .set("table.exec.mini-batch.enabled", "true")
            .set("table.exec.mini-batch.allow-latency", "50 ms")
            .set("table.exec.mini-batch.size", "100")
            .set("table.optimizer.agg-phase-strategy", phases)
            .rows("SELECT sensor, " + AGGREGATES + " FROM readings GROUP BY sensor");
    assertExact(rows, Reading::sensor);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE_PHASE", "TWO_PHASE"})
  void tumblingWindows(String phases) {
    SqlSession session = session(true).set("table.optimizer.agg-phase-strategy", phases);
    String query =
        "SELECT sensor || '@' || CAST(UNIX_TIMESTAMP(CAST(window_start AS STRING)) AS STRING), "
            + AGGREGATES
            + " FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(`at`), INTERVAL '10' MINUTE))"
            + " GROUP BY sensor, window_start, window_end";
    assertThat(session.tables().explainSql(query).contains("LocalWindowAggregate"))
        .isEqualTo(phases.equals("TWO_PHASE"));
    assertExact(session.rows(query), AggregatesInQueriesTest::window);
  }

  /** On a TIMESTAMP, as Flink's batch mode has no such windows on a TIMESTAMP_LTZ. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void legacyTumblingWindows(boolean isStreaming) {
    String time = isStreaming ? "`at`" : "ts";
    assertExact(
        session(isStreaming)
            .rows(
                "SELECT sensor || '@' || CAST(UNIX_TIMESTAMP(CAST(TUMBLE_START("
                    + time
                    + ", INTERVAL '10' MINUTE) AS STRING)) AS STRING), "
                    + AGGREGATES
                    + " FROM (SELECT *, CAST(`at` AS TIMESTAMP(3)) AS ts FROM readings)"
                    + " GROUP BY sensor, TUMBLE("
                    + time
                    + ", INTERVAL '10' MINUTE)"),
        AggregatesInQueriesTest::window);
  }

  private static String window(Reading reading) {
    return reading.sensor() + "@" + (reading.at() - reading.at() % MINUTES_10) / 1000;
  }

  @Test
  void sessionsThatMerge() {
    Map<Reading, String> sessions = new HashMap<>();
    Map<String, Reading> last = new HashMap<>();
    for (Reading reading : readings) {
      Reading before = last.put(reading.sensor(), reading);
      boolean isSame = before != null && reading.at() - before.at() < 60_000;
      sessions.put(
          reading, isSame ? sessions.get(before) : reading.sensor() + "@" + reading.at() / 1000);
    }
    assertExact(
        session(true)
            .rows(
                "SELECT sensor || '@' || CAST(UNIX_TIMESTAMP(CAST("
                    + "SESSION_START(`at`, INTERVAL '1' MINUTE) AS STRING)) AS STRING), "
                    + AGGREGATES
                    + " FROM readings GROUP BY sensor, SESSION(`at`, INTERVAL '1' MINUTE)"),
        sessions::get);
  }

  private void assertExact(List<Row> rows, Function<Reading, String> key) {
    Map<String, List<Reading>> groups =
        readings.stream().collect(Collectors.groupingBy(key, Collectors.toList()));
    assertThat(rows).hasSameSizeAs(groups.keySet());
    for (Row row : rows) {
      List<Reading> group = groups.get(row.<String>getFieldAs(0));
      assertThat(group).as("group %s", row).isNotNull();
      assertClose(row.getFieldAs(1), Readings.trend(group));
      assertThat(row.<Double>getFieldAs(2)).isEqualTo(Readings.percentile(0.9, group));
      assertThat(row.<Long>getFieldAs(3)).isEqualTo(Readings.distinct(group));
    }
  }

  private static void assertClose(Double actual, Double expected) {
    if (expected == null) {
      assertThat(actual).isNull();
    } else {
      assertThat(actual).isCloseTo(expected, within(Math.abs(expected) * 1e-12));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void trendOverBoundedRows(boolean isStreaming) {
    List<Row> rows =
        session(isStreaming)
            .rows(
                "SELECT sensor, `at`, LINEAR_TREND(voltage, `at`) OVER (PARTITION BY sensor"
                    + " ORDER BY `at` ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) FROM readings"
                    + " WHERE sensor IN ('s1', 's2')");
    List<Double> expected = new ArrayList<>();
    for (String sensor : List.of("s1", "s2")) {
      List<Reading> own =
          readings.stream()
              .filter(reading -> reading.sensor().equals(sensor))
              .collect(Collectors.toList());
      for (int i = 0; i < own.size(); i++) {
        expected.add(Readings.trend(own.subList(Math.max(0, i - 9), i + 1)));
      }
    }
    List<Double> actual =
        rows.stream()
            .sorted(
                Comparator.comparing((Row row) -> row.<String>getFieldAs(0))
                    .thenComparing(row -> row.<Instant>getFieldAs(1)))
            .map(row -> row.<Double>getFieldAs(2))
            .collect(Collectors.toList());
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertClose(actual.get(i), expected.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE_PHASE", "TWO_PHASE"})
  void trendOfAnInputWithUpdates(String phases) {
    List<Row> rows =
        session(true)
            .set("table.exec.mini-batch.enabled", "true")
            .set("table.exec.mini-batch.allow-latency", "50 ms")
            .set("table.exec.mini-batch.size", "10")
            .set("table.optimizer.agg-phase-strategy", phases)
            .rows(
                "SELECT sensor, LINEAR_TREND(s, code) FROM (SELECT sensor, code, SUM(voltage) AS s"
                    + " FROM readings GROUP BY sensor, code) GROUP BY sensor");
    assertThat(rows).hasSize(5);
    for (Row row : rows) {
      Map<Integer, Double> sums = new HashMap<>();
      readings.stream()
          .filter(reading -> reading.sensor().equals(row.getField(0)))
          .filter(reading -> reading.code() != null && reading.voltage() != null)
          .forEach(reading -> sums.merge(reading.code(), reading.voltage(), Double::sum));
      Double expected =
          ExactTrend.slopePerHour(
              sums.entrySet().stream()
                  .map(sum -> new ExactTrend.Point(sum.getValue(), sum.getKey()))
                  .collect(Collectors.toList()));
      assertThat(row.<Double>getFieldAs(1)).isCloseTo(expected, within(Math.abs(expected) * 1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void havingAndFilter(boolean isStreaming) {
    List<Row> rows =
        session(isStreaming)
            .rows(
                "SELECT sensor, APPROX_COUNT_DISTINCT(code) FILTER (WHERE voltage > 230) FROM"
                    + " readings WHERE code > 10 GROUP BY sensor"
                    + " HAVING APPROX_PERCENTILE(voltage, 0.5) > 0 AND sensor <> 's0'");
    assertThat(rows).hasSize(4);
    for (Row row : rows) {
      assertThat(row.<Long>getFieldAs(1))
          .isEqualTo(
              Readings.distinct(
                  readings.stream()
                      .filter(reading -> reading.sensor().equals(row.getField(0)))
                      .filter(reading -> reading.code() != null && reading.code() > 10)
                      .filter(reading -> reading.voltage() != null && reading.voltage() > 230)
                      .collect(Collectors.toList())));
    }
  }
}
