/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;

class BridgeOracleTest {

  private final Oracle<?> oracle = new BridgeOracle();

  @ParameterizedTest
  @CsvSource({
    "20.0, 0, red",
    "-20.0, 0, red",
    "0, 6.0, red",
    "19.999, 0, orange",
    "-15.0, 0, orange",
    "0, 4.0, orange",
    "5.0, 5.999, orange",
    "14.999, 0, yellow",
    "-10.0, 0, yellow",
    "0, 2.5, yellow",
    "10.0, 3.999, yellow",
    "10.0, 4.0, orange",
    "15.0, 6.0, red",
    "20.0, 2.5, red",
    "9.999, 2.499, ",
    "-9.999, 0, ",
  })
  void theMoreSeriousOfBothLimitsCounts(double avg, double range, String level) {
    assertThat(Level.of(avg, range).map(Level::text).orElse(null)).isEqualTo(level);
  }

  @Test
  void aReadingIsInFiveWindows() {
    read("\"A\"", 20.5, 3_999);

    assertThat(expected())
        .containsExactly(
            alert("\"A\"", -6_000, 1, 20.5, 0, "red"),
            alert("\"A\"", -4_000, 1, 20.5, 0, "red"),
            alert("\"A\"", -2_000, 1, 20.5, 0, "red"),
            alert("\"A\"", 0, 1, 20.5, 0, "red"),
            alert("\"A\"", 2_000, 1, 20.5, 0, "red"));
  }

  @Test
  void windowsWithoutALevelAreNotExpected() {
    read("\"A\"", 9.75, 0);
    read("\"A\"", 10.5, 4_000);

    // From 2,000 on the first reading is not included; from -4,000 to 0 the average is 10.125.
    assertThat(expected())
        .containsExactly(
            alert("\"A\"", -4_000, 2, 10.125, 0.75, "yellow"),
            alert("\"A\"", -2_000, 2, 10.125, 0.75, "yellow"),
            alert("\"A\"", 0, 2, 10.125, 0.75, "yellow"),
            alert("\"A\"", 2_000, 1, 10.5, 0, "yellow"),
            alert("\"A\"", 4_000, 1, 10.5, 0, "yellow"));
  }

  @Test
  void aMovementIsSeenByTheWindowsThatHaveBothEndsOfIt() {
    read("\"A\"", -3, 0);
    read("\"A\"", 3.5, 7_999);

    assertThat(expected())
        .containsExactly(
            alert("\"A\"", -2_000, 2, 0.25, 6.5, "red"), alert("\"A\"", 0, 2, 0.25, 6.5, "red"));
  }

  @Test
  void readingsWithoutASensorAreAGroupOfTheirOwnAndOthersAreLeftOut() {
    read("null", 30, 0);
    for (String unusable :
        List.of(
            "no reading",
            "{\"sensor_id\": \"A\", \"settlement_mm\": 30.0}",
            "{\"sensor_id\": \"A\", \"ts\": 1}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": \"NaN\", \"ts\": 1}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": \"-Infinity\", \"ts\": 1}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": 1000000.1, \"ts\": 1}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": 30.0, \"ts\": 253402300800000}")) {
      accept(unusable);
    }

    assertThat(oracle.unreadable()).isEqualTo(7);
    assertThat(expected()).hasSize(5).allMatch(row -> row.startsWith("{\"sensor_id\":null,"));
  }

  @Test
  void theExpectedRowsInAnyOrderAreExact() {
    read("\"A\"", 20.5, 0);
    read("\"B\"", 10.5, 0);
    List<String> rows = new ArrayList<>(expected());
    Collections.reverse(rows);

    Verdict verdict = verify(rows);

    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.results()).containsExactly(new RowComparison("alerts", 10, 10, 0, 0, 0, 0));
    assertThat(verdict.coverage()).isEmpty();
    assertThat(verdict.differences()).isEmpty();
  }

  @Test
  void everyColumnIsCompared() {
    read("\"A\"", 20.5, 0);
    String first = expected().get(0);

    for (String wrong :
        List.of(
            first.replace("\"window_end\":2000", "\"window_end\":2001"),
            first.replace("\"readings\":1", "\"readings\":2"),
            first.replace("20.5", "20.500001"),
            first.replace("\"range_mm\":0.0", "\"range_mm\":1.0E-12"),
            first.replace("red", "orange"),
            first.replace("\"red\"", "null"))) {
      List<String> rows = new ArrayList<>(expected());
      rows.set(0, wrong);
      Verdict verdict = verify(rows);
      assertThat(verdict.exact()).isFalse();
      assertThat(verdict.mainResult()).isEqualTo(new RowComparison("alerts", 5, 4, 0, 1, 0, 0));
      assertThat(verdict.differences())
          .containsExactly("wrong alert: " + wrong + ", expected " + first);
    }
  }

  @Test
  void missingDuplicateAndUnexpectedRows() {
    read("\"A\"", 20.5, 0);
    read("\"B\"", 9.0, 0);
    List<String> rows = new ArrayList<>(expected());
    String first = rows.remove(0);
    rows.add(rows.get(0));
    rows.add(first.replace("\"A\"", "\"B\"")); // a window without a level
    rows.add(first.replace("\"A\"", "\"C\""));
    rows.add(first.replace("-8000", "-8001"));
    rows.add(first.replace(",\"level\":\"red\"", ""));
    rows.add("no row");

    assertThat(verify(rows).mainResult()).isEqualTo(new RowComparison("alerts", 5, 4, 1, 0, 5, 1));
  }

  /** In a different order, the sum 0.1 + 0.2 + 0.3 is a different double. */
  @Test
  void anAverageMayDifferByItsRoundingAlsoAroundZero() {
    read("\"A\"", 30.1, 0);
    read("\"A\"", -30.1, 0);
    String rounded = "\"avg_mm\":1.0E-15";

    assertThat(
            verify(expected().stream().map(row -> row.replace("\"avg_mm\":0.0", rounded)).toList())
                .exact())
        .isTrue();
  }

  /**
   * Rounding may decide whether the limit is reached: both the presence and the absence of the row
   * are right.
   */
  @ParameterizedTest
  @ValueSource(doubles = {10.0, -10.0, 9.999999999999998, 10.000000000000002})
  void whereRoundingDecidesOnARowEitherIsRight(double avg) {
    read("\"A\"", avg, 0);
    List<String> rows =
        LongStream.iterate(-8_000, start -> start + 2_000)
            .limit(5)
            .mapToObj(start -> alert("\"A\"", start, 1, avg, 0, "yellow"))
            .toList();

    assertThat(verify(rows).exact()).isTrue();
    assertThat(verify(rows).mainResult().matching()).isEqualTo(5);
    assertThat(verify(List.of()).exact()).isTrue();
    assertThat(verify(List.of()).mainResult().expected()).isZero();
    assertThat(verify(rows.subList(0, 2)).exact()).isTrue();
    assertThat(
            verify(rows.stream().map(row -> row.replace("yellow", "orange")).toList())
                .mainResult()
                .wrong())
        .isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {20.0, 19.999999999999996, -20.000000000000004})
  void whereRoundingDecidesOnTheLevelEitherIsRight(double avg) {
    read("\"A\"", avg, 0);
    List<String> rows = expected();
    assertThat(rows).hasSize(5);

    for (String level : List.of("red", "orange")) {
      assertThat(
              verify(rows.stream().map(row -> row.replaceAll("red|orange", level)).toList())
                  .exact())
          .isTrue();
    }
    assertThat(
            verify(rows.stream().map(row -> row.replaceAll("red|orange", "yellow")).toList())
                .mainResult()
                .wrong())
        .isEqualTo(5);
    assertThat(verify(List.of()).mainResult().missing()).isEqualTo(5);
  }

  @Test
  void aBillionthFurtherOffRoundingDecidesNothing() {
    read("\"A\"", 10.00000002, 0);
    assertThat(verify(List.of()).mainResult().missing()).isEqualTo(5);

    read("\"B\"", 9.99999998, 0);
    assertThat(verify(List.of(alert("\"B\"", 0, 1, 9.99999998, 0, "yellow"))).mainResult())
        .isEqualTo(new RowComparison("alerts", 5, 0, 5, 0, 1, 0));
  }

  private void read(String sensorId, double settlementMm, long ts) {
    accept(
        "{\"sensor_id\": %s, \"settlement_mm\": %s, \"ts\": %d}"
            .formatted(sensorId, settlementMm, ts));
  }

  private void accept(String line) {
    oracle.accept(line.getBytes(StandardCharsets.UTF_8));
  }

  private Verdict verify(List<String> rows) {
    return oracle.verify(
        topic -> rows.stream().map(row -> row.getBytes(StandardCharsets.UTF_8)).toList());
  }

  private List<String> expected() {
    List<String> rows = new ArrayList<>();
    oracle
        .expectedRows()
        .forEachRemaining(row -> rows.add(new String(row, StandardCharsets.UTF_8)));
    return rows;
  }

  private static String alert(
      String sensorId, long start, long readings, double avg, double range, String level) {
    return ("{\"sensor_id\":%s,\"window_start\":%d,\"window_end\":%d,\"readings\":%d,"
            + "\"avg_mm\":%s,\"range_mm\":%s,\"level\":\"%s\"}")
        .formatted(sensorId, start, start + 10_000, readings, avg, range, level);
  }
}
