/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.placement.ProjectedKeys;

class SampleOperatorTest {

  private static final String SAMPLE = "sample";
  private static final int TIME_COLUMN = 1;

  private final List<String> received = new ArrayList<>();

  @AfterEach
  void removeReceiver() {
    SampleReceivers.remove(SAMPLE);
  }

  private OneInputStreamOperatorTestHarness<RowData, RowData> open(
      int timeColumn, boolean isTracked) throws Exception {
    OneInputStreamOperatorTestHarness<RowData, RowData> harness =
        new OneInputStreamOperatorTestHarness<>(
            new SampleOperator(
                SAMPLE,
                1,
                ProjectedKeys.firstColumns(RowType.of(new BigIntType())),
                timeColumn,
                "readings",
                isTracked));
    harness.open();
    return harness;
  }

  private void addReceiver() {
    SampleReceivers.add(SAMPLE, new Receiver());
  }

  private static StreamRecord<RowData> row(long key, @Nullable Long time) {
    return new StreamRecord<>(
        GenericRowData.of(key, time == null ? null : TimestampData.fromEpochMillis(time)));
  }

  @Test
  void givesKeyAndTimeOfEachRowAndEmitsNothing() throws Exception {
    addReceiver();
    try (OneInputStreamOperatorTestHarness<RowData, RowData> harness = open(TIME_COLUMN, false)) {
      harness.processElement(row(7, 1_000L));
      harness.processElement(row(8, null));

      assertThat(received)
          .containsExactly("1 readings@0: 7 at 1000", "1 readings@1: 8 at " + Long.MIN_VALUE);
      assertThat(harness.getOutput()).isEmpty();
    }
  }

  @Test
  void rowsWithoutATimeColumnHaveNoTime() throws Exception {
    addReceiver();
    try (OneInputStreamOperatorTestHarness<RowData, RowData> harness =
        open(SampleOperator.NO_COLUMN, false)) {
      harness.processElement(row(7, 1_000L));

      assertThat(received).containsExactly("1 readings@0: 7 at " + SampleReceiver.NO_TIME);
    }
  }

  /** A tracked source runs in the thread of the task; these rows come from another one. */
  @Test
  void rowsOfAnotherThreadAreRefused() throws Exception {
    addReceiver();
    try (OneInputStreamOperatorTestHarness<RowData, RowData> harness = open(TIME_COLUMN, true)) {
      assertThatThrownBy(() -> harness.processElement(row(7, 1_000L)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Between table readings and the operator's keys");
    }
  }

  @Test
  void aSampleThatHasEndedIsNotStarted() {
    assertThatThrownBy(() -> open(TIME_COLUMN, false)).hasMessage("The sample sample has ended.");
  }

  private final class Receiver implements SampleReceiver {

    @Override
    public void record(int input, String partition, long arrival, BinaryRowData key, long time) {
      received.add("%d %s@%d: %d at %d".formatted(input, partition, arrival, key.getLong(0), time));
    }

    @Override
    public void dropped(int input, long records) {
      received.add("%d dropped %d".formatted(input, records));
    }

    @Override
    public void partition(int input, String partition, long records) {
      received.add("%d %s of %d".formatted(input, partition, records));
    }
  }
}
