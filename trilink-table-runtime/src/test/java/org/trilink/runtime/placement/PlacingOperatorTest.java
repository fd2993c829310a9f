/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.GenericRowData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.placement.PlacingSubtask.Placed;

class PlacingOperatorTest {

  private final LocalJobMaster jobMaster = new LocalJobMaster();
  private PlacingOperatorFactory factory =
      PlacingSubtask.factory(CoordinatedPlacement.leastKey(), 2);
  private PlacementCoordinator coordinator;
  private PlacingSubtask subtask;

  /** Opens the operator in the test's thread, which acts as the task's thread. */
  private void open() throws Exception {
    subtask = PlacingSubtask.open(factory, PlacingSubtask.OPERATOR, jobMaster, 1, 0, null);
    coordinator = jobMaster.coordinator(factory, PlacingSubtask.OPERATOR, 1, null);
    jobMaster.ready(coordinator, 0, subtask.attempt());
    subtask.takeAnswer(); // to what it has restored
  }

  @AfterEach
  void close() throws Exception {
    subtask.close();
    jobMaster.close();
  }

  @Test
  void givesEveryRowTheKeyGroupOfItsKey() throws Exception {
    open();
    for (int i = 0; i < 300; i++) {
      subtask.process(i % 100, i);
    }
    subtask.takeAnswers();
    List<Placed> rows = subtask.rows();
    assertThat(rows).hasSize(300);
    Map<Long, Integer> keyGroups = new HashMap<>();
    rows.forEach(row -> keyGroups.putIfAbsent(row.key(), row.keyGroup()));
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.keyGroup()).isEqualTo(keyGroups.get(row.key())));
    assertThat(keyGroups.values().stream().filter(keyGroup -> keyGroup < 360)).hasSize(50);
  }

  @Test
  void recordsWaitInOrderAndOthersPass() throws Exception {
    open();
    known(7);
    jobMaster.pause();
    subtask.process(1, 1);
    subtask.process(2, 2);
    subtask.process(1, 3);
    subtask.process(7, 4);
    assertThat(subtask.rows()).extracting(Placed::number).containsExactly(4);
    assertThat(subtask.gauge(PlacingMetrics.REQUESTS_WAITING)).isEqualTo(2);
    assertThat(subtask.gauge(PlacingMetrics.RECORDS_WAITING)).isEqualTo(3);

    jobMaster.resume();
    subtask.takeAnswers();
    assertThat(subtask.rows()).extracting(Placed::number).containsExactly(1, 3, 2);
    assertThat(subtask.gauge(PlacingMetrics.REQUESTS_WAITING)).isEqualTo(0);
    assertThat(subtask.gauge(PlacingMetrics.PLACED_KEYS)).isEqualTo(3);
  }

  @Test
  void keepsRowsThatTheirProducerReuses() throws Exception {
    open();
    jobMaster.pause();
    GenericRowData row = GenericRowData.of(1L, 1);
    subtask.process(row);
    row.setField(0, 2L);
    row.setField(1, 2);
    subtask.process(row);
    jobMaster.resume();
    subtask.takeAnswers();
    assertThat(subtask.rows()).extracting(Placed::number).containsExactly(1, 2);
  }

  @Test
  void asksForManyKeysAtOnce() throws Exception {
    open();
    jobMaster.pause();
    for (int i = 0; i < 1_000; i++) {
      subtask.process(i, i);
    }
    jobMaster.resume();
    int before = jobMaster.calls();
    subtask.takeAnswers();
    assertThat(subtask.rows()).hasSize(1_000);
    assertThat(jobMaster.calls() - before).isLessThanOrEqualTo(2);
  }

  @Test
  void leavesTheTasksThreadsToItsCheckpoints() throws Exception {
    open();
    subtask.shutDownTaskThreads();
    assertThat(known(1)).isBetween(0, PlacingSubtask.MAX_PARALLELISM - 1);
  }

  @Test
  void asksForAKeyOnce() throws Exception {
    open();
    known(1);
    int before = jobMaster.calls();
    known(1);
    assertThat(jobMaster.calls()).isEqualTo(before);
  }

  @Test
  void asksForNoFurtherKeysOnceTheyAreSpread() throws Exception {
    factory = PlacingSubtask.factory(CoordinatedPlacement.leastKey(5), 2);
    open();
    for (int key = 0; key < 10; key++) {
      known(key);
    }
    int before = jobMaster.calls();
    jobMaster.pause();
    for (int key = 0; key < 5_000; key++) {
      subtask.process(key, key);
    }
    List<Placed> rows = subtask.rows();
    assertThat(rows).hasSizeGreaterThan(4_900).extracting(Placed::key).contains(0L, 9L);
    assertThat(rows.stream().filter(row -> row.keyGroup() < 360).count()).isBetween(2_300L, 2_700L);
    jobMaster.resume();
    subtask.takeAnswers(); // if any has the hash of a placed one
    assertThat(subtask.rows()).hasSize(5_000 - rows.size());
    assertThat(jobMaster.calls() - before).isLessThanOrEqualTo(5);
  }

  /**
   * When keys are spread, further records of a key wait behind those that wait, so that they stay
   * in order.
   */
  @Test
  void recordsDoNotOvertakeThoseThatWaitWhenKeysAreSpread() throws Exception {
    factory = PlacingSubtask.factory(CoordinatedPlacement.leastKey(1), 2);
    open();
    known(1);
    jobMaster.pause();
    subtask.process(2, 1);
    for (int key = 3; key < 100; key++) { // wait for the next request, after which keys are spread
      subtask.process(key, key);
    }
    jobMaster.resume();
    subtask.takeAnswer();
    jobMaster.pause();
    for (int key = 3; key < 100; key++) {
      subtask.process(key, 1_000 + key);
    }
    jobMaster.resume();
    subtask.takeAnswers();
    List<Placed> rows = subtask.rows();
    for (long key = 3; key < 100; key++) {
      long one = key;
      assertThat(rows.stream().filter(row -> row.key() == one).map(Placed::number))
          .containsExactly((int) key, 1_000 + (int) key);
    }
  }

  @Test
  void lettingTheInputWaitBoundsWhatWaits() throws Exception {
    open();
    for (int i = 0; i < 3 * PlacingOperator.MAX_WAITING_RECORDS; i++) {
      subtask.process(i, i);
      assertThat(subtask.recordsWaiting()).isLessThan(PlacingOperator.MAX_WAITING_RECORDS);
    }
    subtask.takeAnswers();
    assertThat(subtask.rows()).hasSize(3 * PlacingOperator.MAX_WAITING_RECORDS);
  }

  @Test
  void watermarksPassIfNothingWaits() throws Exception {
    open();
    known(1);
    subtask.watermark(5);
    assertThat(subtask.output()).containsExactly(new Watermark(5));
  }

  @Test
  void watermarksDoNotOvertakeRecordsThatWait() throws Exception {
    open();
    known(7);
    jobMaster.pause();
    subtask.process(1, 1);
    subtask.watermark(10);
    subtask.process(2, 2);
    subtask.status(WatermarkStatus.IDLE);
    subtask.status(WatermarkStatus.ACTIVE);
    subtask.watermark(20);
    assertThat(subtask.output()).isEmpty();

    jobMaster.resume();
    subtask.takeAnswer(); // of the first key
    assertThat(subtask.output())
        .satisfiesExactly(
            row -> assertThat(((Placed) row).number()).isEqualTo(1),
            watermark -> assertThat(watermark).isEqualTo(new Watermark(10)));
    subtask.takeAnswer();
    assertThat(subtask.output())
        .satisfiesExactly(
            row -> assertThat(((Placed) row).number()).isEqualTo(2),
            status -> assertThat(status).isEqualTo(WatermarkStatus.IDLE),
            status -> assertThat(status).isEqualTo(WatermarkStatus.ACTIVE),
            watermark -> assertThat(watermark).isEqualTo(new Watermark(20)));
    subtask.watermark(30);
    assertThat(subtask.output()).containsExactly(new Watermark(30));
  }

  @Test
  void recordsDoNotOvertakeAWatermarkThatWaits() throws Exception {
    open();
    known(7);
    jobMaster.pause();
    subtask.process(7, 1); // passes
    subtask.process(1, 2);
    subtask.watermark(10);
    subtask.process(7, 3); // perhaps late
    subtask.process(2, 4);
    subtask.process(1, 5);
    subtask.watermark(20);
    subtask.process(7, 6);
    subtask.process(2, 7);
    assertThat(subtask.rows()).extracting(Placed::number).containsExactly(1);
    assertThat(subtask.gauge(PlacingMetrics.RECORDS_WAITING)).isEqualTo(6);

    jobMaster.resume();
    subtask.takeAnswer(); // of the first key
    assertThat(numbersAndTimes(subtask.output())).containsExactly(2L, -10L, 3L, 5L);
    subtask.takeAnswers();
    assertThat(numbersAndTimes(subtask.output())).containsExactly(4L, -20L, 6L, 7L);
    subtask.process(7, 8);
    assertThat(subtask.rows()).extracting(Placed::number).containsExactly(8);
  }

  /** Rows by their numbers, and watermarks by their times, which are negative here. */
  private static List<Long> numbersAndTimes(List<?> output) {
    return output.stream()
        .map(
            element ->
                element instanceof Watermark watermark
                    ? -watermark.getTimestamp()
                    : ((Placed) element).number())
        .map(Number::longValue)
        .collect(Collectors.toList());
  }

  @Test
  void whatWaitsForAWatermarkIsBounded() throws Exception {
    open();
    known(7);
    jobMaster.pause();
    subtask.process(1, 1);
    subtask.watermark(10);
    for (int i = 0; i < PlacingOperator.MAX_WAITING_RECORDS - 2; i++) {
      subtask.process(7, i);
    }
    jobMaster.resume();
    for (int i = 0; i < PlacingOperator.MAX_WAITING_RECORDS; i++) {
      subtask.process(7, i);
      assertThat(subtask.recordsWaiting()).isLessThan(PlacingOperator.MAX_WAITING_RECORDS);
    }
    subtask.takeAnswers();
    assertThat(subtask.rows()).hasSize(2 * PlacingOperator.MAX_WAITING_RECORDS - 1);
  }

  @Test
  void nothingWaitsAtTheEndOfTheInput() throws Exception {
    open();
    subtask.process(1, 1);
    subtask.process(2, 2);
    subtask.watermark(Long.MAX_VALUE);
    subtask.endInput();
    assertThat(subtask.output()).hasSize(3).last().isEqualTo(Watermark.MAX_WATERMARK);
  }

  @Test
  void nothingWaitsAtABarrier() throws Exception {
    open();
    subtask.process(1, 1);
    subtask.process(2, 2);
    subtask.prepareSnapshot(1);
    assertThat(subtask.rows()).hasSize(2);
    assertThat(subtask.recordsWaiting()).isZero();
  }

  /** The answer to the first call may have been lost after the records were counted. */
  @Test
  void asksAgainAfterATimeoutAndCountsRecordsOnce() throws Exception {
    open();
    known(1);
    jobMaster.loseNextAnswer(new TimeoutException("lost"));
    known(2);
    reportAt(PlacingOperator.REPORT_INTERVAL);
    assertThat(subtask.targetRecords(0) + subtask.targetRecords(1)).isEqualTo(2);
  }

  @Test
  void failsIfTheCoordinatorFails() throws Exception {
    open();
    jobMaster.loseNextAnswer(new IllegalStateException("broken"));
    subtask.process(1, 1);
    assertThatThrownBy(() -> subtask.takeAnswer())
        .hasMessageContaining("coordinator of key placement")
        .hasStackTraceContaining("broken");
  }

  @Test
  void showsHowEvenTheTargetIs() throws Exception {
    open();
    for (int i = 0; i < 8; i++) {
      subtask.process(1, i);
    }
    for (int i = 0; i < 2; i++) {
      subtask.process(2, i);
    }
    subtask.takeAnswers();
    reportAt(PlacingOperator.REPORT_INTERVAL);
    assertThat(subtask.gauge(PlacingMetrics.BALANCE_DEGREE)).isEqualTo(0.25);
    assertThat((double) subtask.gauge(PlacingMetrics.EXTRA_COMPUTE_TIME))
        .isCloseTo(0.6, within(1e-9));
    assertThat(subtask.histogram(PlacingMetrics.REQUEST_ROUND_TRIP_TIME).getCount()).isPositive();
    assertThat(subtask.targetRecords(0)).isEqualTo(8);
    assertThat(subtask.targetRecords(1)).isEqualTo(2);
  }

  private void reportAt(long time) throws Exception {
    subtask.processingTime(time);
    subtask.takeAnswer();
  }

  private int known(long key) throws Exception {
    subtask.process(key, 0);
    subtask.takeAnswers();
    return subtask.rows().get(0).keyGroup();
  }
}
