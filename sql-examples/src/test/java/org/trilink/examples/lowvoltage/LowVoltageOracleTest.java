/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;

class LowVoltageOracleTest {

  private static final String FIRST =
      "{\"sensor_id\":1,\"window_start\":0,\"window_end\":60000,\"readings\":2,"
          + "\"low_readings\":1,\"min_voltage\":190.0,\"avg_voltage\":200.0}";
  private static final String SECOND =
      "{\"sensor_id\":1,\"window_start\":60000,\"window_end\":120000,\"readings\":1,"
          + "\"low_readings\":0,\"min_voltage\":220.0,\"avg_voltage\":220.0}";
  private static final String THIRD =
      "{\"sensor_id\":null,\"window_start\":-60000,\"window_end\":0,\"readings\":1,"
          + "\"low_readings\":1,\"min_voltage\":197.9,\"avg_voltage\":197.9}";

  private static final List<String> INPUT =
      List.of(
          "{\"sensor_id\": 1, \"voltage\": 210.0, \"ts\": 0}",
          "{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 59999}",
          "{\"sensor_id\": 1, \"voltage\": 220.0, \"ts\": 60000}",
          "{\"voltage\": 197.9, \"ts\": -1}",
          "not a reading");

  private final Oracle<?> oracle = oracle(INPUT);

  @Test
  void countsUnreadableLines() {
    assertThat(oracle.unreadable()).isEqualTo(1);
  }

  @Test
  void expectsAlertsInAFixedOrderWhateverTheInputs() {
    List<String> shuffled = new ArrayList<>(INPUT);
    Collections.shuffle(shuffled, new Random(7));

    assertThat(alertRows(oracle)).containsExactly(THIRD, FIRST);
    assertThat(alertRows(oracle(shuffled))).containsExactly(THIRD, FIRST);
  }

  @Test
  void theExpectedRowsInAnyOrderAreExact() {
    Verdict verdict = verify(List.of(THIRD, SECOND, FIRST), List.of(FIRST, THIRD));

    assertThat(verdict.exact()).isTrue();
    assertThat(windows(verdict)).isEqualTo(new RowComparison("windows", 3, 3, 0, 0, 0, 0));
    assertThat(alerts(verdict)).isEqualTo(new RowComparison("alerts", 2, 2, 0, 0, 0, 0));
    assertThat(verdict.coverage()).contains(new Verdict.Coverage(4, 4));
    assertThat(verdict.differences()).isEmpty();
  }

  @Test
  void anAverageMayDifferByItsRounding() {
    String rounded = FIRST.replace("\"avg_voltage\":200.0", "\"avg_voltage\":200.00000001");
    String other = FIRST.replace("\"avg_voltage\":200.0", "\"avg_voltage\":200.000001");

    assertThat(verify(List.of(rounded, SECOND, THIRD), List.of(rounded, THIRD)).exact()).isTrue();
    assertThat(windows(verify(List.of(other, SECOND, THIRD), List.of(FIRST, THIRD))).wrong())
        .isEqualTo(1);
  }

  @Test
  void everyColumnIsCompared() {
    Stream.of(
            FIRST.replace("\"window_end\":60000", "\"window_end\":60001"),
            FIRST.replace("\"readings\":2", "\"readings\":1"),
            FIRST.replace("\"low_readings\":1", "\"low_readings\":2"),
            FIRST.replace("\"min_voltage\":190.0", "\"min_voltage\":190.1"),
            FIRST.replace("\"min_voltage\":190.0", "\"min_voltage\":null"),
            FIRST.replace("\"avg_voltage\":200.0", "\"avg_voltage\":\"NaN\""))
        .forEach(
            wrong -> {
              Verdict verdict = verify(List.of(wrong, SECOND, THIRD), List.of(wrong, THIRD));
              assertThat(verdict.exact()).isFalse();
              assertThat(windows(verdict))
                  .isEqualTo(new RowComparison("windows", 3, 2, 0, 1, 0, 0));
              assertThat(alerts(verdict)).isEqualTo(new RowComparison("alerts", 2, 1, 0, 1, 0, 0));
              assertThat(verdict.differences())
                  .containsExactly(
                      "wrong window: " + wrong + ", expected " + FIRST,
                      "wrong alert: " + wrong + ", expected " + FIRST);
            });
  }

  @Test
  void missingRows() {
    Verdict verdict = verify(List.of(SECOND, THIRD), List.of());

    assertThat(verdict.exact()).isFalse();
    assertThat(windows(verdict)).isEqualTo(new RowComparison("windows", 3, 2, 1, 0, 0, 0));
    assertThat(alerts(verdict)).isEqualTo(new RowComparison("alerts", 2, 0, 2, 0, 0, 0));
    assertThat(verdict.coverage()).contains(new Verdict.Coverage(4, 2));
    assertThat(verdict.differences())
        .containsExactly(
            "missing window: " + FIRST, "missing alert: " + THIRD, "missing alert: " + FIRST);
  }

  @Test
  void duplicateRows() {
    Verdict verdict = verify(List.of(FIRST, SECOND, THIRD, FIRST), List.of(FIRST, THIRD, THIRD));

    assertThat(verdict.exact()).isFalse();
    assertThat(windows(verdict)).isEqualTo(new RowComparison("windows", 3, 3, 0, 0, 0, 1));
    assertThat(alerts(verdict)).isEqualTo(new RowComparison("alerts", 2, 2, 0, 0, 0, 1));
    assertThat(verdict.coverage()).contains(new Verdict.Coverage(4, 4));
  }

  @Test
  void unexpectedRows() {
    String otherSensor = FIRST.replace("\"sensor_id\":1", "\"sensor_id\":2");
    String columnMissing = FIRST.replace(",\"avg_voltage\":200.0", "");
    Verdict verdict =
        verify(
            List.of(FIRST, SECOND, THIRD, otherSensor, columnMissing, "no row", "null", ""),
            List.of(FIRST, THIRD, SECOND));

    assertThat(verdict.exact()).isFalse();
    assertThat(windows(verdict)).isEqualTo(new RowComparison("windows", 3, 3, 0, 0, 5, 0));
    assertThat(alerts(verdict)).isEqualTo(new RowComparison("alerts", 2, 2, 0, 0, 1, 0));
    assertThat(verdict.differences())
        .contains("unexpected window: no row", "unexpected alert: " + SECOND);
  }

  @Test
  void noInputExpectsNoRows() {
    Verdict verdict = new LowVoltageOracle().verify(topic -> List.of());

    assertThat(verdict.exact()).isTrue();
    assertThat(windows(verdict)).isEqualTo(new RowComparison("windows", 0, 0, 0, 0, 0, 0));
  }

  private Verdict verify(List<String> windowRows, List<String> alertRows) {
    return oracle.verify(topic -> bytes(topic.equals(LowVoltage.WINDOWS) ? windowRows : alertRows));
  }

  private static RowComparison windows(Verdict verdict) {
    return verdict.results().get(0);
  }

  private static RowComparison alerts(Verdict verdict) {
    return verdict.mainResult();
  }

  private static Oracle<?> oracle(List<String> input) {
    Oracle<?> oracle = new LowVoltageOracle();
    bytes(input).forEach(oracle::accept);
    return oracle;
  }

  private static List<byte[]> bytes(List<String> lines) {
    return lines.stream().map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static List<String> alertRows(Oracle<?> oracle) {
    List<String> rows = new ArrayList<>();
    oracle
        .expectedRows()
        .forEachRemaining(row -> rows.add(new String(row, StandardCharsets.UTF_8)));
    return rows;
  }
}
