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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.examples.memory.MemoryScript;
import org.trilink.examples.memory.MemoryTopics;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Verdict;

/** Compares the script with the oracle, on stock Flink, over readings in order. */
@Tag("slow")
class SustainedSagSqlTest {

  private final LowVoltage workload = new LowVoltage();
  private final Query query = workload.query("sustained-sag");
  private final Oracle<?> oracle = query.newOracle();

  /** The time of the next reading. */
  private long clock = 1;

  @BeforeEach
  void emptyTopics() {
    MemoryTopics.clear();
  }

  @Test
  void generatedReadings() throws Exception {
    workload
        .generate(new GeneratorOptions(60_000, 100, 0, Duration.ZERO, 0.5, 7))
        .forEachRemaining(this::read);

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.mainResult().expected()).isGreaterThan(20);
  }

  @Test
  void whatASagIs() throws Exception {
    // A sag from the first reading on, and the shortest one.
    read("1", 190.5, 191, 192, 193, 197.9, 198);
    // Two sags with one reading between them.
    read("2", 220, 190, 190, 190, 190, 190, 190, 199, 180, 181, 182, 183, 184, 220);
    // Too short, interrupted, and without an end.
    read("3", 190, 190, 190, 190, 220);
    read("4", 190, 190, 190, 198, 190, 190, 190, 220);
    read("5", 190, 190, 190, 190, 190, 190, 190);

    assertThat(runScript().differences()).isEmpty();
    assertThat(rows())
        .containsExactlyInAnyOrder(
            row("1", 1, 6, 5, "190.5"), row("2", 8, 14, 6, "190.0"), row("2", 15, 20, 5, "180.0"));
    assertThat(rows()).hasSameElementsAs(expected());
  }

  @Test
  void readingsThatAreNeitherLowNorARecovery() throws Exception {
    read("1", 190, 190);
    read("{\"sensor_id\": 1, \"ts\": %d}".formatted(clock));
    read("{\"sensor_id\": 1, \"voltage\": \"?\", \"ts\": %d}".formatted(clock++));
    read("{\"sensor_id\": 1, \"voltage\": 220.0}");
    read("{\"sensor_id\": 1, \"voltage\": 220.0, \"ts\": 253402300800000}");
    read("not a reading");
    read("1", 190, 190, 190, 220);
    read("2", 190, 190, 190, 190, 190);
    read("{\"sensor_id\": 2, \"voltage\": \"NaN\", \"ts\": %d}".formatted(clock++));
    read("2", 190, 190, 190, 190, 220);

    assertThat(runScript().differences()).isEmpty();
    assertThat(oracle.unreadable()).isEqualTo(5);
    assertThat(rows()).containsExactly(row("1", 1, 7, 5, "190.0"));
  }

  @Test
  void readingsWithoutASensorAreAGroupOfTheirOwn() throws Exception {
    for (int i = 0; i < 5; i++) {
      read("null", 190);
      read("1", i == 2 ? 220 : 190);
    }
    read("null", 220);
    read("1", 220);

    assertThat(runScript().differences()).isEmpty();
    assertThat(rows()).containsExactly(row("null", 1, 11, 5, "190.0"));
  }

  @Test
  void equalTimesFollowEachOther() throws Exception {
    for (double voltage : new double[] {220, 190, 191, 192, 193, 194, 220, 190}) {
      read("{\"sensor_id\": 1, \"voltage\": %s, \"ts\": 7}".formatted(voltage));
    }

    assertThat(runScript().differences()).isEmpty();
    assertThat(rows()).containsExactly(row("1", 7, 7, 5, "190.0"));
  }

  @Test
  void readingsBefore1970AndAtTheEndOfTheCalendar() throws Exception {
    for (long first : new long[] {-62_167_219_200_000L, -6, 253_402_300_799_994L}) {
      clock = first;
      read("1", 190, 190, 190, 190, 190, 220);
    }

    assertThat(runScript().differences()).isEmpty();
    assertThat(rows())
        .containsExactlyInAnyOrder(
            row("1", -62_167_219_200_000L, -62_167_219_199_995L, 5, "190.0"),
            row("1", -6, -1, 5, "190.0"),
            row("1", 253_402_300_799_994L, 253_402_300_799_999L, 5, "190.0"));
  }

  /** Writes one reading per millisecond. */
  private void read(String sensorId, double... voltages) {
    for (double voltage : voltages) {
      read(
          "{\"sensor_id\": %s, \"voltage\": %s, \"ts\": %d}".formatted(sensorId, voltage, clock++));
    }
  }

  private void read(String line) {
    read(line.getBytes(StandardCharsets.UTF_8));
  }

  private void read(byte[] line) {
    oracle.accept(line);
    MemoryTopics.write(workload.inputTopic(), line);
  }

  private Verdict runScript() throws Exception {
    MemoryScript.of(workload.name(), query.name()).runOnStockFlink();
    return oracle.verify(topic -> MemoryTopics.read(topic));
  }

  private List<String> expected() {
    List<String> rows = new ArrayList<>();
    oracle
        .expectedRows()
        .forEachRemaining(row -> rows.add(new String(row, StandardCharsets.UTF_8)));
    return rows;
  }

  private List<String> rows() {
    return MemoryTopics.read(query.mainResult()).stream()
        .map(line -> new String(line, StandardCharsets.UTF_8))
        .toList();
  }

  private static String row(String sensorId, long start, long end, long readings, String min) {
    return "{\"sensor_id\":%s,\"sag_start\":%d,\"sag_end\":%d,\"readings\":%d,\"min_voltage\":%s}"
        .formatted(sensorId, start, end, readings, min);
  }
}
