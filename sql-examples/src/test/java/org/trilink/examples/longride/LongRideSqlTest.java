/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

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

/** Compares the script with the oracle, on stock Flink, over taxis that are not late. */
@Tag("slow")
class LongRideSqlTest {

  private static final long START_MS = 1_577_880_000_000L;
  private static final long LIMIT_MS = 7_200_000;

  private final LongRide workload = new LongRide();
  private final Oracle<?> oracle = workload.mainQuery().newOracle();

  @BeforeEach
  void emptyTopics() {
    MemoryTopics.clear();
  }

  @Test
  void generatedEvents() throws Exception {
    workload
        .generate(new GeneratorOptions(40_000, 400, 0, Duration.ZERO, 0.5, 7))
        .forEachRemaining(this::read);

    Verdict verdict = runScript();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.mainResult().expected()).isGreaterThan(100);
  }

  @Test
  void whatALongRideIs() throws Exception {
    for (long ride = 1; ride <= 4; ride++) {
      start(ride, 0);
    }
    end(4, 0);
    end(5, 0);
    end(6, 9);
    start(6, 10);
    end(1, LIMIT_MS);
    end(2, LIMIT_MS + 1);

    assertThat(runScript().differences()).isEmpty();
    assertThat(rows()).containsExactlyInAnyOrder(alert(2, 0), alert(3, 0), alert(6, 10));
  }

  @Test
  void anEndMayArriveBeforeItsStart() throws Exception {
    end(1, 60_000);
    start(1, 1);
    end(2, LIMIT_MS);
    start(2, 0);
    end(3, LIMIT_MS + 1);
    start(3, 0);

    assertThat(runScript().differences()).isEmpty();
    assertThat(rows()).containsExactly(alert(3, 0));
  }

  @Test
  void anAlertComesOnceForARideWhoseEventsWereSentAgain() throws Exception {
    // Each duplicate directly after its original: after a later event of another ride a START may
    // be late.
    start(1, 0);
    start(1, 0);
    start(2, 0);
    start(2, 0);
    end(2, 5);
    end(2, 5);
    end(1, LIMIT_MS + 1);
    end(1, LIMIT_MS + 1);

    assertThat(runScript().differences()).isEmpty();
    assertThat(rows()).containsExactly(alert(1, 0));
  }

  @Test
  void eventsThatCannotBeUsed() throws Exception {
    List<String> dropped =
        List.of(
            "",
            "null",
            "[]",
            "{\"ride_id\": 1, \"is_start\": true, \"ts\": 1",
            "{}",
            "{\"is_start\": true, \"ts\": 1}",
            "{\"ride_id\": \"one\", \"is_start\": true, \"ts\": 1}",
            "{\"ride_id\": 1, \"is_start\": true}",
            "{\"ride_id\": 1, \"is_start\": true, \"ts\": \"noon\"}",
            "{\"ride_id\": 1, \"is_start\": true, \"ts\": -62167219200001}",
            "{\"ride_id\": 1, \"ts\": 1}",
            "{\"ride_id\": 1, \"is_start\": null, \"ts\": 1}");
    dropped.forEach(this::read);
    // Flink reads a value that is neither true nor false as an END.
    read("{\"ride_id\": 2, \"is_start\": \" TRUE \", \"ts\": \"1\", \"taxi_id\": \"?\"}");
    read("{\"ride_id\": 3, \"is_start\": true, \"ts\": 1}");
    read("{\"ride_id\": 3, \"is_start\": \"no\", \"ts\": 2}");
    read("{\"ride_id\": 4, \"is_start\": 1, \"ts\": 1}");

    assertThat(runScript().differences()).isEmpty();
    assertThat(oracle.unreadable()).isEqualTo(dropped.size());
    assertThat(rows()).containsExactly(alert(2, 1 - START_MS));
  }

  private void start(long ride, long sinceStartMs) {
    read(event(ride, true, sinceStartMs));
  }

  private void end(long ride, long sinceStartMs) {
    read(event(ride, false, sinceStartMs));
  }

  private static String event(long ride, boolean isStart, long sinceStartMs) {
    return "{\"ride_id\": %d, \"is_start\": %s, \"ts\": %d}"
        .formatted(ride, isStart, START_MS + sinceStartMs);
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

  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    MemoryTopics.read(LongRide.ALERTS)
        .forEach(row -> rows.add(new String(row, StandardCharsets.UTF_8)));
    return rows;
  }

  private static String alert(long ride, long startSinceStartMs) {
    return "{\"ride_id\":%d,\"start_ts\":%d}".formatted(ride, START_MS + startSinceStartMs);
  }
}
