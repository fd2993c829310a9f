/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;

class LongRideOracleTest {

  private static final long LIMIT_MS = 7_200_000;

  private final Oracle<?> oracle = new LongRideOracle();

  @Test
  void anEndExactlyTwoHoursAfterTheStartIsInTime() {
    ride(1, 1_000, 1_000 + LIMIT_MS);
    ride(2, 1_000, 1_001 + LIMIT_MS);
    ride(3, 1_000, 1_000);
    start(4, 1_000);

    assertThat(expected()).containsExactly(alert(2, 1_000), alert(4, 1_000));
  }

  @Test
  void startAndEndMayComeInEitherOrder() {
    end(1, LIMIT_MS);
    end(2, LIMIT_MS + 1);
    start(2, 0);
    start(1, 0);

    assertThat(expected()).containsExactly(alert(2, 0));
  }

  @Test
  void anEndWithoutAStartOrBeforeItIsNone() {
    end(1, 100);
    end(2, 99);
    start(2, 100);

    assertThat(expected()).containsExactly(alert(2, 100));
  }

  @Test
  void anAlertComesOnceForARideWhoseEventsWereSentAgain() {
    for (int i = 0; i < 2; i++) {
      start(1, 5);
      ride(2, 5, 6);
      end(1, LIMIT_MS + 6);
    }

    assertThat(expected()).containsExactly(alert(1, 5));
  }

  @Test
  void eventsThatSayTooLittleAreLeftOut() {
    List<String> unusable =
        List.of(
            "not an event",
            "{\"is_start\": true, \"ts\": 1}",
            "{\"ride_id\": \"?\", \"is_start\": true, \"ts\": 1}",
            "{\"ride_id\": 1, \"ts\": 1}",
            "{\"ride_id\": 1, \"is_start\": null, \"ts\": 1}",
            "{\"ride_id\": 1, \"is_start\": true}",
            "{\"ride_id\": 1, \"is_start\": true, \"ts\": 253402300800000}");
    unusable.forEach(this::accept);

    assertThat(oracle.unreadable()).isEqualTo(unusable.size());
    assertThat(expected()).isEmpty();
  }

  @Test
  void theExpectedRowsInAnyOrderAreExact() {
    start(1, 5);
    start(2, 6);

    Verdict verdict = verify(alert(2, 6), alert(1, 5));

    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.results()).containsExactly(new RowComparison("alerts", 2, 2, 0, 0, 0, 0));
    assertThat(verdict.coverage()).isEmpty();
    assertThat(verdict.differences()).isEmpty();
  }

  @Test
  void missingWrongDuplicateAndUnexpectedRows() {
    start(1, 5);
    start(2, 6);
    start(3, 7);
    ride(4, 8, 9);

    Verdict verdict =
        verify(
            alert(2, 6),
            alert(2, 6),
            alert(3, 8),
            alert(4, 8),
            alert(5, 8),
            "{\"ride_id\":1}",
            "no row");

    assertThat(verdict.exact()).isFalse();
    assertThat(verdict.mainResult()).isEqualTo(new RowComparison("alerts", 3, 1, 1, 1, 4, 1));
    assertThat(verdict.differences())
        .contains("wrong alert: " + alert(3, 8) + ", expected " + alert(3, 7));
  }

  private void ride(long ride, long start, long end) {
    start(ride, start);
    end(ride, end);
  }

  private void start(long ride, long ts) {
    accept("{\"ride_id\": %d, \"is_start\": true, \"ts\": %d}".formatted(ride, ts));
  }

  private void end(long ride, long ts) {
    accept("{\"ride_id\": %d, \"is_start\": false, \"ts\": %d}".formatted(ride, ts));
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

  private static String alert(long ride, long start) {
    return "{\"ride_id\":%d,\"start_ts\":%d}".formatted(ride, start);
  }
}
