/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.over;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.over.RowTimeRangeBoundedPrecedingFunction;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.move.state.Prepared;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/** The function gives at each moment the rows of Flink's function, whatever comes. */
class RangeOverFunctionTest {

  private static final int ROWS = 600;
  private static final long START = 10_000;
  private static final long PACE = 10;

  /** A few rows, and more than one state entry has. */
  private static final long[] RANGES = {3 * PACE, 400 * PACE};

  /** How far the watermark is behind: rows are late, none is, many wait, all wait to the end. */
  private static final long[] DELAYS = {0, 8 * PACE, 200 * PACE, 100_000 * PACE};

  static Stream<Arguments> cases() {
    return Stream.of(StateBackends.HEAP, StateBackends.ROCKSDB)
        .flatMap(
            backend ->
                Stream.of(0, 1, 2, 3)
                    .flatMap(
                        delay ->
                            Stream.of(0, 1)
                                .map(
                                    range -> Arguments.of(backend, RANGES[range], DELAYS[delay]))));
  }

  @ParameterizedTest(name = "{0}, RANGE {1} ms, delay {2} ms")
  @MethodSource("cases")
  void givesWhatFlinksGives(StateBackends backend, long range, long delay) throws Exception {
    Random random = new Random(range + delay);
    RandomReadings readings = new RandomReadings(range + delay, 2, START, PACE);
    try (KeyedOperatorHarness ours = open(ours(range), backend);
        KeyedOperatorHarness flinks = open(flinks(range), StateBackends.HEAP)) {
      long latest = Long.MIN_VALUE;
      int emitted = 0;
      for (int i = 0; i < ROWS; i++) {
        Reading reading = readings.next();
        StreamRecord<RowData> row =
            new StreamRecord<>(ReadingHarness.binaryRowOf(reading), reading.time());
        ours.process(row);
        flinks.process(row);
        latest = Math.max(latest, reading.time());
        if (random.nextInt(4) == 0) {
          emitted += compareAt(latest - delay, ours, flinks);
        }
      }
      emitted += compareAt(Long.MAX_VALUE, ours, flinks);
      assertThat(emitted).isGreaterThan(ROWS / 10);
      assertThat(ours.stateEntries()).isZero();
    }
  }

  private static int compareAt(
      long watermark, KeyedOperatorHarness ours, KeyedOperatorHarness flinks) throws Exception {
    ours.watermark(watermark);
    flinks.watermark(watermark);
    List<String> expected = flinks.rows();
    assertThat(ours.rows()).as("at %s", watermark).isEqualTo(expected);
    return expected.size();
  }

  private static KeyedProcessFunction<RowData, RowData, RowData> ours(long range) {
    return new RangeOverFunction<>(
        Prepared.aggregates(),
        Prepared.accumulators(),
        ReadingHarness.input(),
        range,
        ReadingHarness.ROWTIME);
  }

  private static KeyedProcessFunction<RowData, RowData, RowData> flinks(long range) {
    return new RowTimeRangeBoundedPrecedingFunction<>(
        Prepared.aggregates(),
        Prepared.accumulators(),
        ReadingHarness.input(),
        range,
        ReadingHarness.ROWTIME);
  }

  private static KeyedOperatorHarness open(
      KeyedProcessFunction<RowData, RowData, RowData> function, StateBackends backend)
      throws Exception {
    return KeyedOperatorHarness.open(
        new KeyedOperatorHarness.KeyedOperator() {
          @Override
          public AbstractStreamOperator<RowData> create() {
            return new KeyedProcessOperator<>(function);
          }

          @Override
          public LogicalType[] output() {
            return Prepared.concat(ReadingHarness.input(), Prepared.accumulators());
          }

          @Override
          public String show(RowData row) {
            return Prepared.show(row, output());
          }
        },
        backend);
  }
}
