/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.examples.generator.JsonLine;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Verdict;

class BridgeGeneratorTest {

  private static final Duration SKEW = Duration.ofSeconds(20);

  @Test
  void linesHaveTheDocumentedForm() {
    assertThat(lines(new GeneratorOptions(5_000, 50, 0.5, SKEW, 0, 7)))
        .allMatch(
            line ->
                line.matches(
                    "\\{\"sensor_id\": \"B\\d\\d-A\\d\\d\", \"settlement_mm\":"
                        + " -?(0|[1-9]\\d?)\\.\\d{3}, \"ts\": 17000000\\d{5}}"));
  }

  @Test
  void theFirstLinesStayWhatTheyAre() {
    assertThat(lines(new GeneratorOptions(4, 3, 0.5, SKEW, 0, 7)))
        .containsExactly(
            "{\"sensor_id\": \"B01-A03\", \"settlement_mm\": -1.901, \"ts\": 1700000000004}",
            "{\"sensor_id\": \"B01-A01\", \"settlement_mm\": 3.531, \"ts\": 1700000000008}",
            "{\"sensor_id\": \"B01-A02\", \"settlement_mm\": 6.520, \"ts\": 1700000000017}",
            "{\"sensor_id\": \"B01-A02\", \"settlement_mm\": 6.802, \"ts\": 1700000000037}");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 999, -999, 1_000, -1_001, 10_010, -123_456, 1_000_000_000})
  void aSettlementIsWrittenInMillimetres(long micrometres) {
    byte[] line = BridgeGenerator.line(new JsonLine(), JsonLine.ascii("A"), micrometres, 0);

    assertThat(SettlementReading.parse(line))
        .contains(new SettlementReading("A", micrometres / 1_000.0, 0L));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 0, 0",
    "4999, 50, 0, 0",
    "5000, 50, 1, 1.2",
    "5000, 1, 1, 0",
    "3000, 10000, 0.5, 2",
    "3000, 20, 0.5, 10"
  })
  void makesExactlyTheRowsAskedForEachSensorsOwnInOrder(
      long rows, int keys, double disorder, double zipf) {
    List<SettlementReading> readings =
        readings(new GeneratorOptions(rows, keys, disorder, SKEW, zipf, 7));

    assertThat(readings).hasSize((int) rows);
    assertThat(bySensor(readings).size()).isLessThanOrEqualTo(keys);
    Map<String, Long> lastTs = new HashMap<>();
    for (SettlementReading reading : readings) {
      Long last = lastTs.put(reading.sensorId(), reading.ts());
      assertThat(last == null || last < reading.ts()).as("%s after %s", reading, last).isTrue();
    }
  }

  @Test
  void equalOptionsMakeEqualLinesAndAnotherSeedOthers() {
    GeneratorOptions options = new GeneratorOptions(5_000, 50, 0.5, SKEW, 1, 7);
    GeneratorOptions otherSeed = new GeneratorOptions(5_000, 50, 0.5, SKEW, 1, 8);

    assertThat(lines(options)).isEqualTo(lines(options)).isNotEqualTo(lines(otherSeed));
  }

  @Test
  void withoutDisorderReadingsArriveInOrder() {
    assertThat(readings(new GeneratorOptions(20_000, 100, 0, SKEW, 1, 7)))
        .extracting(SettlementReading::ts)
        .isSorted();
  }

  @Test
  void withDisorderSomeSensorsAreLateByUpToTheSkew() {
    Map<String, Long> lateness = new HashMap<>();
    long latest = Long.MIN_VALUE;
    for (SettlementReading reading :
        readings(new GeneratorOptions(200_000, 100, 0.3, SKEW, 0, 7))) {
      latest = Math.max(latest, reading.ts());
      lateness.putIfAbsent(reading.sensorId(), latest - reading.ts());
    }

    assertThat(lateness.values().stream().filter(late -> late > 20)).hasSizeBetween(28, 30);
    assertThat(lateness.values()).allMatch(late -> late <= SKEW.toMillis());
    assertThat(lateness.values()).anyMatch(late -> late > SKEW.toMillis() - 100);
  }

  @Test
  void eachSensorReportsFiftyTimesASecond() {
    bySensor(readings(new GeneratorOptions(5_000, 50, 0.5, SKEW, 0, 7)))
        .values()
        .forEach(
            ts -> {
              assertThat(ts).hasSize(100);
              assertThat(ts.get(99) - ts.get(0)).isEqualTo(99 * 20);
            });
  }

  @ParameterizedTest
  @CsvSource({"500000, 200", "300000, 30", "1000000, 100"})
  void allLevelsOccurAndMostWindowsHaveNone(long rows, int keys) {
    Oracle<?> oracle = new BridgeOracle();
    new BridgeGenerator(new GeneratorOptions(rows, keys, 0.5, SKEW, 0, 7))
        .forEachRemaining(oracle::accept);

    Map<String, Integer> alerts = new HashMap<>();
    oracle
        .expectedRows()
        .forEachRemaining(
            row -> alerts.merge(BridgeAlert.parse(row).orElseThrow().level(), 1, Integer::sum));
    Verdict expected = oracle.verify(topic -> List.of());
    double windows = rows / 50.0 / 2; // a sensor has 50 readings a second, a window every 2 s
    assertThat(alerts).containsOnlyKeys("red", "orange", "yellow");
    assertThat(expected.mainResult().expected() / windows).isBetween(0.01, 0.2);
    assertThat(oracle.unreadable()).isZero();
  }

  @Test
  void nothingFollowsTheLastRow() {
    BridgeGenerator generator = new BridgeGenerator(new GeneratorOptions(1, 5, 0, SKEW, 0, 7));
    generator.next();

    assertThat(generator.hasNext()).isFalse();
    assertThatThrownBy(generator::next).isInstanceOf(NoSuchElementException.class);
  }

  private static List<String> lines(GeneratorOptions options) {
    List<String> lines = new ArrayList<>();
    new BridgeGenerator(options)
        .forEachRemaining(line -> lines.add(new String(line, StandardCharsets.UTF_8)));
    return lines;
  }

  private static List<SettlementReading> readings(GeneratorOptions options) {
    List<SettlementReading> readings = new ArrayList<>();
    new BridgeGenerator(options)
        .forEachRemaining(line -> readings.add(SettlementReading.parse(line).orElseThrow()));
    return readings;
  }

  private static Map<String, List<Long>> bySensor(List<SettlementReading> readings) {
    return readings.stream()
        .collect(
            Collectors.groupingBy(
                SettlementReading::sensorId,
                Collectors.mapping(SettlementReading::ts, Collectors.toList())));
  }
}
