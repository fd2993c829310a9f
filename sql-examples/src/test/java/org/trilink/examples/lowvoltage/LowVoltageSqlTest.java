/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.trilink.examples.memory.MemoryScript;
import org.trilink.examples.memory.MemoryTopics;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Verdict;

/** Compares the script with the oracle, on stock Flink, over readings in order. */
class LowVoltageSqlTest {

  private final LowVoltage workload = new LowVoltage();
  private final Oracle<?> oracle = workload.mainQuery().newOracle();

  @BeforeEach
  void emptyTopics() {
    MemoryTopics.clear();
  }

  @Test
  void generatedReadings() throws Exception {
    workload
        .generate(new GeneratorOptions(20_000, 50, 0, Duration.ZERO, 0.5, 7))
        .forEachRemaining(this::read);

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.results().get(0).expected()).isGreaterThan(300);
    assertThat(verdict.mainResult().expected()).isBetween(10L, 100L);
    assertThat(verdict.coverage()).contains(new Verdict.Coverage(20_000, 20_000));
  }

  @Test
  void readingsBefore1970AndInTheLastMinuteOfTheCalendar() throws Exception {
    read("{\"sensor_id\": 1, \"voltage\": 190, \"ts\": -62167219200000}");
    read("{\"sensor_id\": 1, \"voltage\": 190, \"ts\": -60001}");
    read("{\"sensor_id\": 1, \"voltage\": 190.5, \"ts\": -60000}");
    read("{\"sensor_id\": 1, \"voltage\": 190.5, \"ts\": -1}");
    read("{\"sensor_id\": 1, \"voltage\": 190.25, \"ts\": 0}");
    read("{\"sensor_id\": 1, \"voltage\": 190.75, \"ts\": 4102444800000}");
    read("{\"sensor_id\": 1, \"voltage\": 191, \"ts\": 253402300799999}");

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(texts(LowVoltage.ALERTS))
        .containsExactlyInAnyOrder(
            row("1", -62_167_219_200_000L, 1, 1, "190.0", "190.0"),
            row("1", -120_000, 1, 1, "190.0", "190.0"),
            row("1", -60_000, 2, 2, "190.5", "190.5"),
            row("1", 0, 1, 1, "190.25", "190.25"),
            row("1", 4_102_444_800_000L, 1, 1, "190.75", "190.75"),
            row("1", 253_402_300_740_000L, 1, 1, "191.0", "191.0"))
        .hasSameElementsAs(expectedAlerts());
  }

  @Test
  void equalTimesAtTheEndOfAWindow() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      read("{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 59999}");
    }
    read("{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 60000}");

    assertThat(runScript().differences()).isEmpty();
    assertThat(texts(LowVoltage.WINDOWS))
        .containsExactlyInAnyOrder(
            row("1", 0, 2_000, 2_000, "190.0", "190.0"), row("1", 60_000, 1, 1, "190.0", "190.0"));
  }

  @Test
  void anAlertIsHalfOfTheReadingsLow() throws Exception {
    read("{\"sensor_id\": 1, \"voltage\": 197.9, \"ts\": 1}");
    read("{\"sensor_id\": 1, \"voltage\": 198.0, \"ts\": 2}");
    read("{\"sensor_id\": 2, \"voltage\": 197.9, \"ts\": 3}");
    read("{\"sensor_id\": 2, \"voltage\": 198.0, \"ts\": 4}");
    read("{\"sensor_id\": 2, \"voltage\": 198.0, \"ts\": 5}");

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.results().get(0).expected()).isEqualTo(2);
    assertThat(texts(LowVoltage.ALERTS)).containsExactly(row("1", 0, 2, 1, "197.9", "197.95"));
  }

  @Test
  void missingAndUnreadableFields() throws Exception {
    read("{\"voltage\": 190.5, \"ts\": 1}");
    read("{\"sensor_id\": null, \"voltage\": 191.5, \"ts\": 2}");
    read("{\"sensor_id\": \"seven\", \"voltage\": 192.5, \"ts\": 3}");
    read("{\"sensor_id\": 99999999999999999999, \"voltage\": 193.5, \"ts\": 4}");
    read("{\"sensor_id\": 2, \"ts\": 5}");
    read("{\"sensor_id\": 2, \"voltage\": \"low\", \"ts\": 6}");
    read("{\"sensor_id\": 3, \"voltage\": {\"volts\": 190}, \"ts\": 7}");
    read("{\"sensor_id\": 3, \"voltage\": 190, \"ts\": 8}");
    read("{\"sensor_id\": \" 4 \", \"voltage\": \" 190.5 \", \"ts\": \"9\"}");
    read("{\"sensor_id\": 4.9, \"voltage\": 1905e-1, \"ts\": 10.9}");
    read("{\"sensor_id\": 5, \"sensor_id\": 4, \"voltage\": 190.5, \"ts\": 11, \"more\": [1]}");
    read("{\"sensor_id\": 6, \"voltage\": \"NaN\", \"ts\": 12}");

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(oracle.unreadable()).isZero();
    assertThat(texts(LowVoltage.WINDOWS))
        .containsExactlyInAnyOrder(
            row("null", 0, 4, 4, "190.5", "192.0"),
            row("2", 0, 2, 0, "null", "null"),
            row("3", 0, 2, 1, "190.0", "190.0"),
            row("4", 0, 3, 3, "190.5", "190.5"),
            row("6", 0, 1, 0, "\"NaN\"", "\"NaN\""));
    assertThat(texts(LowVoltage.ALERTS)).hasSameElementsAs(expectedAlerts());
  }

  @Test
  void linesThatMakeNoReading() throws Exception {
    List<String> dropped =
        List.of(
            "",
            " ",
            "null",
            "17",
            "[{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 1}]",
            "{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 1",
            "{\"sensor_id\": 1, \"voltage\": NaN, \"ts\": 1}",
            "{\"sensor_id\": 1, \"voltage\": 0190.0, \"ts\": 1}",
            "{'sensor_id': 1, 'voltage': 190.0, 'ts': 1}",
            "sensor_id=1",
            "{}",
            "{\"sensor_id\": 1, \"voltage\": 190.0}",
            "{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": null}",
            "{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": \"noon\"}",
            "{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": true}",
            "{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 253402300800000}",
            "{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": -62167219200001}",
            "{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 9223372036854775807}");
    dropped.forEach(this::read);
    read("{\"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 1} and more");
    read("{\"note\": \"a\tb\", \"sensor_id\": 1, \"voltage\": 190.0, \"ts\": 2}");

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(oracle.unreadable()).isEqualTo(dropped.size());
    assertThat(texts(LowVoltage.WINDOWS)).containsExactly(row("1", 0, 2, 2, "190.0", "190.0"));
  }

  private void read(String line) {
    read(line.getBytes(StandardCharsets.UTF_8));
  }

  private void read(byte[] line) {
    oracle.accept(line);
    MemoryTopics.write(workload.inputTopic(), line);
  }

  private Verdict runScript() throws Exception {
    MemoryScript.of(workload.name(), workload.mainQuery().name()).runOnStockFlink();
    return oracle.verify(topic -> MemoryTopics.read(topic));
  }

  private List<String> expectedAlerts() {
    List<String> alerts = new ArrayList<>();
    oracle
        .expectedRows()
        .forEachRemaining(row -> alerts.add(new String(row, StandardCharsets.UTF_8)));
    return alerts;
  }

  private static List<String> texts(ResultTopic topic) {
    return MemoryTopics.read(topic).stream()
        .map(line -> new String(line, StandardCharsets.UTF_8))
        .toList();
  }

  private static String row(
      String sensorId, long start, long readings, long low, String min, String avg) {
    return ("{\"sensor_id\":%s,\"window_start\":%d,\"window_end\":%d,\"readings\":%d,"
            + "\"low_readings\":%d,\"min_voltage\":%s,\"avg_voltage\":%s}")
        .formatted(sensorId, start, start + 60_000, readings, low, min, avg);
  }
}
