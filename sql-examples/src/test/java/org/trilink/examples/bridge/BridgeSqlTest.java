/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.examples.memory.MemoryScript;
import org.trilink.examples.memory.MemoryTopics;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Verdict;

/** Compares the script with the oracle, on stock Flink, over readings in order. */
@Tag("slow")
class BridgeSqlTest {

  private final Bridge workload = new Bridge();
  private final Oracle<?> oracle = workload.mainQuery().newOracle();

  @BeforeEach
  void emptyTopics() {
    MemoryTopics.clear();
  }

  @Test
  void generatedReadings() throws Exception {
    workload
        .generate(new GeneratorOptions(100_000, 100, 0, Duration.ZERO, 0.5, 7))
        .forEachRemaining(this::read);

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.mainResult().expected()).isGreaterThan(20);
  }

  @Test
  void eachLimitItselfHasItsLevel() throws Exception {
    // Of one reading each, so that nothing is rounded: the average is the reading.
    double[] averages = {9.999, 10, -10, 14.999, 15, -15, 19.999, 20, -20, 20.001};
    for (int i = 0; i < averages.length; i++) {
      read("avg" + i, averages[i], i);
    }
    double[] ranges = {2.499, 2.5, 3.999, 4, 5.999, 6, 6.001};
    for (int i = 0; i < ranges.length; i++) {
      read("range" + i, 0, 100);
      read("range" + i, ranges[i], 100);
    }

    assertThat(runScript().differences()).isEmpty();
    assertThat(levels(0))
        .containsExactlyInAnyOrder(
            "avg1 yellow",
            "avg2 yellow",
            "avg3 yellow",
            "avg4 orange",
            "avg5 orange",
            "avg6 orange",
            "avg7 red",
            "avg8 red",
            "avg9 red",
            "range1 yellow",
            "range2 yellow",
            "range3 orange",
            "range4 orange",
            "range5 red",
            "range6 red");
  }

  @Test
  void windowsSlideByTwoSecondsAlsoBefore1970() throws Exception {
    read("A", 20.5, -12_001);
    read("A", 21.5, -12_000);
    read("A", 22.5, -1);
    read("A", 23.5, 0);
    read("A", 24.5, 1_999);
    read("A", 25.5, 2_000);

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(rows())
        .contains(
            row("A", -22_000, 1, "20.5", "0.0", "red"),
            row("A", -20_000, 2, "21.0", "1.0", "red"),
            row("A", -8_000, 3, "23.5", "2.0", "red"),
            row("A", 2_000, 1, "25.5", "0.0", "red"))
        .hasSameElementsAs(expected());
  }

  @Test
  void equalTimesAtTheEndOfAWindow() throws Exception {
    for (int i = 0; i < 500; i++) {
      read("A", 30, 9_999);
    }
    read("A", 30, 10_000);

    assertThat(runScript().exact()).isTrue();
    assertThat(rows())
        .contains(
            row("A", 0, 500, "30.0", "0.0", "red"), row("A", 10_000, 1, "30.0", "0.0", "red"));
  }

  @Test
  void readingsThatCannotBeUsed() throws Exception {
    List<String> dropped =
        List.of(
            "",
            "null",
            "[]",
            "{\"sensor_id\": \"A\", \"settlement_mm\": 30.0, \"ts\": 1",
            "{}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": 30.0}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": 30.0, \"ts\": \"noon\"}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": 30.0, \"ts\": 253402300800000}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": null, \"ts\": 1}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": \"far\", \"ts\": 1}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": \"NaN\", \"ts\": 1}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": \"Infinity\", \"ts\": 1}",
            "{\"sensor_id\": \"A\", \"settlement_mm\": -1000000.001, \"ts\": 1}");
    dropped.forEach(this::read);
    read("{\"sensor_id\": \"A\", \"settlement_mm\": -1000000, \"ts\": 1}");
    read("{\"settlement_mm\": 30.5, \"ts\": 1}");
    read("{\"sensor_id\": null, \"settlement_mm\": \" 31.5 \", \"ts\": 1}");
    read("{\"sensor_id\": 17, \"settlement_mm\": 305e-1, \"ts\": 1}");
    read("{\"sensor_id\": \"\", \"settlement_mm\": 30.5, \"ts\": \"1\", \"more\": [1]}");

    assertThat(runScript().differences()).isEmpty();
    assertThat(oracle.unreadable()).isEqualTo(dropped.size());
    assertThat(levels(0)).containsExactlyInAnyOrder("A red", "null red", "17 red", " red");
    assertThat(rows()).hasSameElementsAs(expected());
  }

  private void read(String sensorId, double settlementMm, long ts) {
    read(
        "{\"sensor_id\": \"%s\", \"settlement_mm\": %s, \"ts\": %d}"
            .formatted(sensorId, settlementMm, ts));
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

  /** Sensors and levels of the windows with this start. */
  private static List<String> levels(long start) {
    return MemoryTopics.read(Bridge.ALERTS).stream()
        .map(line -> BridgeAlert.parse(line).orElseThrow())
        .filter(row -> row.windowStart() == start)
        .map(row -> row.sensorId() + " " + row.level())
        .toList();
  }

  private static List<String> rows() {
    return MemoryTopics.read(Bridge.ALERTS).stream()
        .map(line -> new String(line, StandardCharsets.UTF_8))
        .toList();
  }

  private List<String> expected() {
    List<String> rows = new ArrayList<>();
    oracle
        .expectedRows()
        .forEachRemaining(row -> rows.add(new String(row, StandardCharsets.UTF_8)));
    return rows;
  }

  private static String row(
      String sensorId, long start, long readings, String avg, String range, String level) {
    return ("{\"sensor_id\":\"%s\",\"window_start\":%d,\"window_end\":%d,\"readings\":%d,"
            + "\"avg_mm\":%s,\"range_mm\":%s,\"level\":\"%s\"}")
        .formatted(sensorId, start, start + 10_000, readings, avg, range, level);
  }
}
