/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Verdict;

@Tag("slow")
class LowVoltageGeneratorTest {

  private static final Duration SKEW = Duration.ofMinutes(3);

  @Test
  void linesHaveTheDocumentedForm() {
    assertThat(lines(new GeneratorOptions(1_000, 50, 0.5, SKEW, 0, 7)))
        .allMatch(
            line ->
                line.matches(
                    "\\{\"sensor_id\": [1-9]\\d{5}, \"voltage\": 1?\\d\\d?\\d\\.\\d, "
                        + "\"ts\": 17\\d{11}}"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 0, 0",
    "1, 5, 0.5, 0",
    "4999, 50, 0, 0",
    "5000, 50, 0.5, 0",
    "5000, 50, 1, 1.2",
    "5000, 1, 1, 0",
    "3000, 10000, 0.5, 0",
    "3000, 10000, 0.5, 2",
    "3000, 20, 0.5, 10"
  })
  void makesExactlyTheRowsAskedForEachSensorsOwnInOrder(
      long rows, int keys, double disorder, double zipf) {
    List<VoltageReading> readings =
        readings(new GeneratorOptions(rows, keys, disorder, SKEW, zipf, 7));

    assertThat(readings).hasSize((int) rows);
    assertThat(bySensor(readings).size()).isLessThanOrEqualTo(keys);
    Map<Long, Long> lastTs = new HashMap<>();
    for (VoltageReading reading : readings) {
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
        .extracting(VoltageReading::ts)
        .isSorted();
  }

  @Test
  void eachSensorReportsOnceASecond() {
    bySensor(readings(new GeneratorOptions(3_000, 50, 0.5, SKEW, 0, 7)))
        .values()
        .forEach(
            ts -> {
              assertThat(ts).hasSize(60);
              assertThat(ts.get(59) - ts.get(0)).isEqualTo(59_000);
            });
  }

  @Test
  void aShareOfTheSensorsIsLateByUpToTheSkew() {
    Map<Long, Long> lateness = lateness(new GeneratorOptions(200_000, 200, 0.3, SKEW, 0, 7));

    // The others' last reading is up to a second old.
    assertThat(lateness.values().stream().filter(late -> late > 1_000)).hasSizeBetween(57, 60);
    assertThat(lateness.values().stream().filter(late -> late <= 0)).hasSizeLessThanOrEqualTo(140);
    assertThat(lateness.values()).allMatch(late -> late <= SKEW.toMillis());
    assertThat(lateness.values()).anyMatch(late -> late > SKEW.toMillis() - 1_000);
  }

  @Test
  void zipfMakesSensorsUnequallyBusyOverTheSameTime() {
    Map<Long, List<Long>> bySensor =
        bySensor(readings(new GeneratorOptions(100_000, 100, 0, SKEW, 1, 7)));

    // Of 100 keys, rank 1 has 1 / 5.187 of all rows and rank 2 half of that.
    List<Integer> counts =
        bySensor.values().stream().map(List::size).sorted((a, b) -> b - a).toList();
    assertThat(counts.get(0)).isBetween(19_270, 19_290);
    assertThat(counts.get(1)).isBetween(9_630, 9_650);
    bySensor
        .values()
        .forEach(
            ts -> assertThat(ts.get(ts.size() - 1) - ts.get(0)).isBetween(990_000L, 1_001_000L));
  }

  @ParameterizedTest
  @CsvSource({"100000, 100, 0, 1", "5001, 50, 0.5, 1.2", "3000, 20, 0.5, 10", "1, 5, 0.5, 1"})
  void otherSensorsAreBusyInTheSecondHalf(long rows, int keys, double disorder, double zipf) {
    List<VoltageReading> readings =
        readings(new GeneratorOptions(rows, keys, disorder, SKEW, zipf, 7, true));

    assertThat(readings).hasSize((int) rows);
    bySensor(readings).values().forEach(ts -> assertThat(ts).isSorted().doesNotHaveDuplicates());
    if (disorder == 0) {
      int half = readings.size() / 2;
      List<VoltageReading> first = readings.subList(0, half);
      List<VoltageReading> second = readings.subList(half, readings.size());
      assertThat(readings).extracting(VoltageReading::ts).isSorted();
      // in both halves rank 1 has 1 / 5.187 of the rows
      assertThat(bySensor(first).get(busiest(first))).hasSizeBetween(9_600, 9_700);
      assertThat(bySensor(second).get(busiest(second))).hasSizeBetween(9_600, 9_700);
      assertThat(busiest(second)).isNotEqualTo(busiest(first));
    }
  }

  private static long busiest(List<VoltageReading> readings) {
    return bySensor(readings).entrySet().stream()
        .max(Comparator.comparing(sensor -> sensor.getValue().size()))
        .orElseThrow()
        .getKey();
  }

  @Test
  void districtsDifferInSizeAndIdsAreNotContiguous() {
    Map<Long, Long> sensorsByPrefix =
        bySensor(readings(new GeneratorOptions(500, 500, 0, SKEW, 0, 7))).keySet().stream()
            .collect(Collectors.groupingBy(id -> id / 100_000, Collectors.counting()));

    assertThat(sensorsByPrefix).containsOnlyKeys(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(sensorsByPrefix.values().stream().distinct()).hasSizeGreaterThan(3);
  }

  @Test
  void aDistrictTooLargeForAPrefixTakesFurtherOnes() {
    GeneratorOptions options = new GeneratorOptions(2_000_000, 2_000_000, 0, SKEW, 0, 7);
    long distinct =
        readings(options).stream()
            .map(VoltageReading::sensorId)
            .peek(id -> assertThat(id % 100_000).isPositive())
            .distinct()
            .count();

    assertThat(distinct).isEqualTo(2_000_000);
  }

  @ParameterizedTest
  @CsvSource({"300000, 500, 0.02, 0.1", "20000, 50, 0.02, 0.2", "1000000, 1000, 0.02, 0.1"})
  void someWindowsAreAlerts(long rows, int keys, double least, double most) {
    Oracle<?> oracle = new LowVoltageOracle();
    new LowVoltageGenerator(new GeneratorOptions(rows, keys, 0.5, SKEW, 0, 7))
        .forEachRemaining(oracle::accept);

    Verdict expected = oracle.verify(topic -> List.of());
    assertThat((double) expected.mainResult().expected() / expected.results().get(0).expected())
        .isBetween(least, most);
    assertThat(oracle.unreadable()).isZero();
  }

  @Test
  void nothingFollowsTheLastRow() {
    LowVoltageGenerator generator =
        new LowVoltageGenerator(new GeneratorOptions(1, 5, 0, SKEW, 0, 7));
    generator.next();

    assertThat(generator.hasNext()).isFalse();
    assertThatThrownBy(generator::next).isInstanceOf(NoSuchElementException.class);
  }

  private static List<String> lines(GeneratorOptions options) {
    List<String> lines = new ArrayList<>();
    new LowVoltageGenerator(options)
        .forEachRemaining(line -> lines.add(new String(line, StandardCharsets.UTF_8)));
    return lines;
  }

  private List<VoltageReading> readings(GeneratorOptions options) {
    List<VoltageReading> readings = new ArrayList<>();
    new LowVoltageGenerator(options)
        .forEachRemaining(line -> readings.add(VoltageReading.parse(line).orElseThrow()));
    return readings;
  }

  private static Map<Long, List<Long>> bySensor(List<VoltageReading> readings) {
    return readings.stream()
        .collect(
            Collectors.groupingBy(
                VoltageReading::sensorId,
                Collectors.mapping(VoltageReading::ts, Collectors.toList())));
  }

  /** How far each sensor's first reading is behind the maximum event time of the others. */
  private Map<Long, Long> lateness(GeneratorOptions options) {
    Map<Long, Long> lateness = new HashMap<>();
    long latest = Long.MIN_VALUE;
    for (VoltageReading reading : readings(options)) {
      latest = Math.max(latest, reading.ts());
      lateness.putIfAbsent(reading.sensorId(), latest - reading.ts());
    }
    return lateness;
  }
}
