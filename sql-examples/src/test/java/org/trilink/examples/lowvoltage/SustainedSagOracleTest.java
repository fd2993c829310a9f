/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;

class SustainedSagOracleTest {

  private static final String FIRST = sag("1", 1, 6, 5, 193.0);
  private static final String SECOND = sag("2", 100, 107, 6, 190.0);

  private final Oracle<?> oracle = new SustainedSagOracle();

  @Test
  void fiveLowReadingsAndARecoveryAreASag() {
    read("1", 197.9, 197.0, 196.0, 195.0, 193.0, 198.0);

    assertThat(expected()).containsExactly(FIRST);
  }

  @Test
  void fourAreNone() {
    read("1", 197.9, 197.0, 196.0, 195.0, 198.0);

    assertThat(expected()).isEmpty();
  }

  @Test
  void exactly198IsNotLow() {
    read("1", 197.9, 197.0, 198.0, 196.0, 195.0, 193.0, 220.0);

    assertThat(expected()).isEmpty();
  }

  @Test
  void aSagWithoutARecoveryIsNotReported() {
    read("1", 190, 190, 190, 190, 190, 190);

    assertThat(expected()).isEmpty();
  }

  @Test
  void eachSagIsReportedOnce() {
    read("1", 220, 190, 190, 190, 190, 190, 190, 190, 220, 220, 180, 180, 180, 180, 180, 198);

    assertThat(expected()).containsExactly(sag("1", 2, 9, 7, 190.0), sag("1", 11, 16, 5, 180.0));
  }

  @Test
  void sensorsHaveSagsOfTheirOwnWhateverTheOrderBetweenThem() {
    read("7", 190, 190, 190);
    read("null", 170, 170, 170, 170, 170, 210);
    readAt(4, "7", 190, 190, 210);

    assertThat(expected()).containsExactly(sag("null", 1, 6, 5, 170.0), sag("7", 1, 6, 5, 190.0));
  }

  @Test
  void aReadingWithoutAVoltageOrATimeNeitherExtendsNorEndsASag() {
    read("1", 190, 190);
    accept("{\"sensor_id\": 1, \"ts\": 3}");
    accept("{\"sensor_id\": 1, \"voltage\": \"?\", \"ts\": 3}");
    accept("{\"sensor_id\": 1, \"voltage\": 220.0}");
    accept("not a reading");
    readAt(4, "1", 190, 190, 190, 220);

    assertThat(expected()).containsExactly(sag("1", 1, 7, 5, 190.0));
    assertThat(oracle.unreadable()).isEqualTo(4);
  }

  @Test
  void aVoltageThatIsNoNumberEndsTheRunWithoutARecovery() {
    read("1", 190, 190, 190, 190, 190);
    accept("{\"sensor_id\": 1, \"voltage\": \"NaN\", \"ts\": 6}");
    readAt(7, "1", 190, 190, 190, 190, 220);

    assertThat(expected()).isEmpty();
  }

  @Test
  void equalTimesFollowEachOtherAndAnOlderOneIsLeftOut() {
    readAt(5, "1", 190);
    readAt(5, "1", 189);
    readAt(4, "1", 220);
    readAt(6, "1", 190, 190, 190, 220);

    assertThat(expected()).containsExactly(sag("1", 5, 9, 5, 189.0));
  }

  @Test
  void theExpectedRowsInAnyOrderAreExact() {
    readBoth();

    Verdict verdict = verify(SECOND, FIRST);

    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.results()).containsExactly(new RowComparison("sags", 2, 2, 0, 0, 0, 0));
    assertThat(verdict.coverage()).isEmpty();
    assertThat(verdict.differences()).isEmpty();
  }

  @Test
  void everyColumnIsCompared() {
    readBoth();

    for (String wrong :
        List.of(
            FIRST.replace("\"sag_end\":6", "\"sag_end\":5"),
            FIRST.replace("\"readings\":5", "\"readings\":6"),
            FIRST.replace("\"min_voltage\":193.0", "\"min_voltage\":193.1"))) {
      Verdict verdict = verify(wrong, SECOND);
      assertThat(verdict.exact()).isFalse();
      assertThat(verdict.mainResult()).isEqualTo(new RowComparison("sags", 2, 1, 0, 1, 0, 0));
      assertThat(verdict.differences())
          .containsExactly("wrong sag: " + wrong + ", expected " + FIRST);
    }
  }

  @Test
  void missingDuplicateAndUnexpectedRows() {
    readBoth();
    String otherSensor = FIRST.replace("\"sensor_id\":1", "\"sensor_id\":3");
    String otherStart = FIRST.replace("\"sag_start\":1", "\"sag_start\":2");
    String columnMissing = FIRST.replace(",\"min_voltage\":193.0", "");
    String minMissing = FIRST.replace("193.0", "null");

    Verdict verdict =
        verify(SECOND, SECOND, otherSensor, otherStart, columnMissing, minMissing, "no row");

    assertThat(verdict.exact()).isFalse();
    assertThat(verdict.mainResult()).isEqualTo(new RowComparison("sags", 2, 1, 1, 0, 5, 1));
  }

  private void readBoth() {
    read("1", 197.9, 197.0, 196.0, 195.0, 193.0, 198.0);
    readAt(100, "2", 190, 191, 192, 193, 194, 195);
    readAt(107, "2", 220);
  }

  /** Reads one value per millisecond, from 1 on. */
  private void read(String sensorId, double... voltages) {
    readAt(1, sensorId, voltages);
  }

  private void readAt(long firstTs, String sensorId, double... voltages) {
    for (int i = 0; i < voltages.length; i++) {
      accept(
          "{\"sensor_id\": %s, \"voltage\": %s, \"ts\": %d}"
              .formatted(sensorId, voltages[i], firstTs + i));
    }
  }

  private void accept(String line) {
    oracle.accept(line.getBytes(StandardCharsets.UTF_8));
  }

  private Verdict verify(String... rows) {
    List<byte[]> lines = new ArrayList<>();
    for (String row : rows) {
      lines.add(row.getBytes(StandardCharsets.UTF_8));
    }
    return oracle.verify(topic -> lines);
  }

  private List<String> expected() {
    List<String> rows = new ArrayList<>();
    oracle
        .expectedRows()
        .forEachRemaining(row -> rows.add(new String(row, StandardCharsets.UTF_8)));
    return rows;
  }

  private static String sag(String sensorId, long start, long end, long readings, double min) {
    return "{\"sensor_id\":%s,\"sag_start\":%d,\"sag_end\":%d,\"readings\":%d,\"min_voltage\":%s}"
        .formatted(sensorId, start, end, readings, min);
  }
}
