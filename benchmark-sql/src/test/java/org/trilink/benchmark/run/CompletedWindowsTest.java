/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class CompletedWindowsTest {

  /**
   * Sensor 1 has two readings in the first minute and goes on at 1,000 ms by the broker's clock.
   */
  private static final List<ConsumerRecord<byte[], byte[]>> INPUT =
      List.of(
          reading(1, 0, 100),
          reading(1, 59_999, 200),
          reading(2, 5_000, 300),
          reading(1, 60_000, 1_000),
          reading(1, 120_000, 2_000),
          reading(1, 400_000, 3_000));

  @Test
  void countsFromTheReadingBehindTheWindowsEnd() {
    assertThat(latencies(Duration.ZERO, List.of(row(1, 0, 2, 1_030), row(1, 60_000, 1, 2_007))))
        .containsExactly(30, 7);
  }

  @Test
  void waitsForTheRowThatCountsAllReadings() {
    assertThat(
            latencies(
                Duration.ZERO,
                List.of(row(1, 0, 1, 1_010), row(1, 0, 2, 1_500), row(1, 0, 2, 1_600))))
        .containsExactly(500);
  }

  @Test
  void isZeroForARowThatCameBeforeTheReading() {
    assertThat(latencies(Duration.ZERO, List.of(row(1, 0, 2, 900)))).containsExactly(0);
  }

  @Test
  void leavesOutWindowsThatNothingCompleted() {
    assertThat(latencies(Duration.ZERO, List.of(row(2, 0, 1, 1_000)))).isEmpty();
  }

  @Test
  void leavesOutTheTailOfTheInput() {
    assertThat(
            latencies(
                Duration.ofMinutes(4), List.of(row(1, 0, 2, 1_030), row(1, 120_000, 1, 3_009))))
        .containsExactly(30);
  }

  @Test
  void passesOverRowsThatAreWithdrawn() {
    assertThat(latencies(Duration.ZERO, List.of(record(null, 1_010), row(1, 0, 2, 1_020))))
        .containsExactly(20);
  }

  @Test
  void leavesOutTheHeadOfTheInput() {
    assertThat(
            latencies(
                Duration.ofMinutes(1),
                Duration.ZERO,
                List.of(row(1, 0, 2, 1_030), row(1, 60_000, 1, 2_007))))
        .containsExactly(7);
  }

  private static long[] latencies(Duration tail, List<ConsumerRecord<byte[], byte[]>> rows) {
    return latencies(Duration.ZERO, tail, rows);
  }

  private static long[] latencies(
      Duration head, Duration tail, List<ConsumerRecord<byte[], byte[]>> rows) {
    return CompletedWindows.of(INPUT.iterator(), head, tail).latenciesMs(rows.iterator()).toArray();
  }

  private static ConsumerRecord<byte[], byte[]> reading(int sensor, long ts, long appendedMs) {
    return record("{\"sensor_id\": %d, \"ts\": %d}".formatted(sensor, ts), appendedMs);
  }

  private static ConsumerRecord<byte[], byte[]> row(
      int sensor, long start, long readings, long appendedMs) {
    return record(
        "{\"sensor_id\": %d, \"window_start\": %d, \"readings\": %d}"
            .formatted(sensor, start, readings),
        appendedMs);
  }

  private static ConsumerRecord<byte[], byte[]> record(String json, long appendedMs) {
    byte[] value = json == null ? null : json.getBytes(StandardCharsets.UTF_8);
    return new ConsumerRecord<>(
        "topic",
        0,
        0L,
        appendedMs,
        TimestampType.LOG_APPEND_TIME,
        ConsumerRecord.NULL_CHECKSUM,
        0,
        0,
        new byte[0],
        value);
  }
}
