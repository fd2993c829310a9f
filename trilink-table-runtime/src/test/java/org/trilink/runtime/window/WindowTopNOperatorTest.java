/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.runtime.window.WindowTopNOperator.LATE_RECORDS_DROPPED;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkOperatorFactory;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

class WindowTopNOperatorTest {

  private static final TopN TOP_2 = TopN.greatest(1, 2);

  private static final String BEHIND_KEY = "numRecordsBehindKeyWatermark";
  private static final String BEHIND_SUBTASK = "numRecordsBehindSubtaskWatermark";

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void givesTheFirstRowsWhenTheWindowEnds(StateBackends backend) throws Exception {
    try (KeyedOperatorHarness topN = KeyedOperatorHarness.open(TOP_2.ours(), backend)) {
      topN.process(TOP_2.row(Reading.of("a", 1, 10), 0));
      topN.process(TOP_2.row(Reading.of("a", 2, 30), 1));
      topN.process(TOP_2.row(Reading.of("a", 11, 99), 2));
      topN.process(TOP_2.row(Reading.of("b", 3, 5), 3));
      topN.process(TOP_2.row(Reading.of("a", 4, 20), 4));
      topN.watermark(8);
      assertThat(topN.output()).containsExactly(new Watermark(8));
      topN.watermark(9);
      assertThat(topN.rows())
          .containsExactlyInAnyOrder(
              "+Ia [10): #1 30 rank 1", "+Ia [10): #4 20 rank 2", "+Ib [10): #3 5 rank 1");
      topN.watermark(19);
      assertThat(topN.rows()).containsExactly("+Ia [20): #2 99 rank 1");
      assertThat(topN.stateEntries()).isZero();
      assertThat(topN.timers()).isZero();
    }
  }

  @Test
  void rowsEqualInOrderStayAsTheyCame() throws Exception {
    TopN shape = TopN.greatest(2, 3);
    try (KeyedOperatorHarness topN = KeyedOperatorHarness.open(shape.ours(), StateBackends.HEAP)) {
      for (int id = 0; id < 5; id++) {
        topN.process(shape.row(Reading.of("a", id, 7), id));
      }
      topN.watermark(9);
      assertThat(topN.rows()).containsExactly("+Ia [10): #1 7 rank 2", "+Ia [10): #2 7 rank 3");
    }
  }

  @Test
  void dropsAndCountsRowsOfEndedWindows() throws Exception {
    try (KeyedOperatorHarness topN = KeyedOperatorHarness.open(TOP_2.ours(), StateBackends.HEAP)) {
      topN.watermark(9);
      topN.process(TOP_2.row(Reading.of("a", 9, 1), 0));
      topN.process(TOP_2.row(Reading.of("a", 10, 1), 1));
      topN.watermark(Long.MAX_VALUE);
      assertThat(topN.rows()).containsExactly("+Ia [20): #1 1 rank 1");
      assertThat(topN.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void keepsNoMoreRowsThanCanComeOut(StateBackends backend) throws Exception {
    try (KeyedOperatorHarness topN = KeyedOperatorHarness.open(TOP_2.ours(), backend)) {
      topN.process(TOP_2.row(Reading.of("a", 0, 0), 0));
      topN.process(TOP_2.row(Reading.of("a", 0, 1), 1));
      long ofTwo = topN.snapshot().getStateSize();
      for (int id = 2; id < 500; id++) {
        topN.process(TOP_2.row(Reading.of("a", 0, id), id));
      }
      // a number for each row would take more
      assertThat(topN.snapshot().getStateSize()).isLessThan(ofTwo + 498 * Long.BYTES);
      topN.watermark(9);
      assertThat(topN.rows())
          .containsExactly("+Ia [10): #499 499 rank 1", "+Ia [10): #498 498 rank 2");
    }
  }

  /** With object reuse, the previous operator may reuse the same row. */
  @Test
  void keepsCopiesOfRows() throws Exception {
    try (KeyedOperatorHarness topN = KeyedOperatorHarness.open(TOP_2.ours(), StateBackends.HEAP)) {
      BinaryRowData reused = TOP_2.row(Reading.of("a", 0, 1), 1);
      topN.process(reused);
      reused.setLong(TopN.VALUE, 3);
      reused.setLong(TopN.ID, 3);
      topN.process(reused);
      reused.setLong(TopN.VALUE, 2);
      reused.setLong(TopN.ID, 2);
      topN.process(reused);
      reused.setLong(TopN.VALUE, 0);
      topN.watermark(9);
      assertThat(topN.rows()).containsExactly("+Ia [10): #3 3 rank 1", "+Ia [10): #2 2 rank 2");
    }
  }

  /** Rows as from an operator in the same chain. */
  @Test
  void takesRowsThatAreNotBinary() throws Exception {
    try (KeyedOperatorHarness topN = KeyedOperatorHarness.open(TOP_2.ours(), StateBackends.HEAP)) {
      topN.process(
          GenericRowData.of(
              StringData.fromString("a"),
              1L,
              0L,
              TimestampData.fromEpochMillis(10),
              TimestampData.fromEpochMillis(3)));
      topN.watermark(9);
      assertThat(topN.rows()).containsExactly("+Ia [10): #0 1 rank 1");
    }
  }

  @Test
  void windowsEndInTheirTimeZone() throws Exception {
    long hour = 3_600_000;
    TopN inShanghai = TopN.greatest(1, 1).in(ZoneId.of("Asia/Shanghai"), 24 * hour);
    try (KeyedOperatorHarness topN =
        KeyedOperatorHarness.open(inShanghai.ours(), StateBackends.HEAP)) {
      topN.process(inShanghai.row(Reading.of("a", 0, 1), 0)); // 08:00 of the first day there
      topN.watermark(16 * hour - 2);
      assertThat(topN.rows()).isEmpty();
      topN.watermark(16 * hour - 1);
      assertThat(topN.rows()).containsExactly("+Ia [" + 24 * hour + "): #0 1 rank 1");
    }
  }

  /** The time of rows of windows: their own, the start of their windows, that of results. */
  static Stream<InputTime> timesOfRowsOfWindows() {
    return Stream.of(
        InputTime.rowtime(TopN.ROWTIME, 2),
        InputTime.windowTime(TopN.WINDOW_END, ZoneOffset.UTC, -10),
        InputTime.windowTime(TopN.WINDOW_END, ZoneOffset.UTC, -2));
  }

  @ParameterizedTest
  @MethodSource("timesOfRowsOfWindows")
  void countsAsBehindWhatIsDropped(InputTime time) throws Exception {
    try (KeyedOperatorHarness topN = openUnderKeyWatermarks(TOP_2, time)) {
      topN.watermark(8);
      topN.process(TOP_2.row(Reading.of("a", 6, 1), 0));
      topN.process(TOP_2.row(Reading.of("a", 6, 2), 1));
      topN.process(TOP_2.row(Reading.of("a", 2, 3), 2)); // in a window that has not ended
      assertThat(topN.counter(BEHIND_KEY)).isZero();
      assertThat(topN.counter(BEHIND_SUBTASK)).isZero();
      topN.process(TOP_2.row(Reading.of("a", 15, 4), 3));
      topN.process(TOP_2.row(Reading.of("a", 9, 5), 4)); // late for its key
      assertThat(topN.counter(BEHIND_KEY)).isEqualTo(1);
      assertThat(topN.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
      assertThat(topN.counter(BEHIND_SUBTASK)).isZero();
      topN.watermark(9);
      topN.process(TOP_2.row(Reading.of("b", 9, 6), 5)); // late for the subtask only
      topN.process(TOP_2.row(Reading.of("b", 10, 7), 6));
      assertThat(topN.counter(BEHIND_KEY)).isEqualTo(1);
      assertThat(topN.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
      assertThat(topN.counter(BEHIND_SUBTASK)).isEqualTo(1);
    }
  }

  @Test
  void rowsAreBehindInTheTimeZoneOfTheirWindows() throws Exception {
    long hour = 3_600_000;
    ZoneId zone = ZoneId.of("Asia/Shanghai");
    TopN inShanghai = TopN.greatest(1, 1).in(zone, 24 * hour);
    InputTime start = InputTime.windowTime(TopN.WINDOW_END, zone, -24 * hour);
    try (KeyedOperatorHarness topN = openUnderKeyWatermarks(inShanghai, start)) {
      topN.watermark(16 * hour - 2);
      topN.process(inShanghai.row(Reading.of("a", 0, 1), 0));
      assertThat(topN.counter(BEHIND_SUBTASK)).isZero();
      topN.watermark(16 * hour - 1);
      topN.process(inShanghai.row(Reading.of("a", 1, 2), 1));
      assertThat(topN.counter(BEHIND_SUBTASK)).isEqualTo(1);
      assertThat(topN.counter(BEHIND_KEY)).isZero();
    }
  }

  private static KeyedOperatorHarness openUnderKeyWatermarks(TopN shape, InputTime time)
      throws Exception {
    InputTime ofWindows = time.ofWindows(TopN.WINDOW_END, shape.zone());
    KeyWatermarkPolicy policy = KeyWatermarkPolicy.ofMaxSkew(KeyWatermarkPolicy.UNBOUNDED);
    return KeyedOperatorHarness.open(
        shape
            .ours()
            .wrappedBy(factory -> new KeyWatermarkOperatorFactory(factory, policy, ofWindows)),
        StateBackends.HEAP);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void goesOnAtAnotherParallelism(StateBackends backend) throws Exception {
    List<RowData> rows = new ArrayList<>();
    RandomReadings readings = new RandomReadings(1, 1, 0, 10);
    for (int id = 0; id < 400; id++) {
      Reading reading = readings.next();
      rows.add(TOP_2.row(Reading.of("key-" + id % 8, reading.time(), reading.value()), id));
    }
    List<String> expected = new ArrayList<>();
    List<String> actual = new ArrayList<>();
    OperatorSubtaskState state;
    try (KeyedOperatorHarness one = KeyedOperatorHarness.open(TOP_2.ours(), backend)) {
      read(rows.subList(0, 200), one);
      state = one.snapshot();
      actual.addAll(one.rows());
      expected.addAll(actual);
      read(rows.subList(200, 400), one);
      one.watermark(Long.MAX_VALUE);
      expected.addAll(one.rows());
    }
    try (KeyedOperatorHarness first =
            KeyedOperatorHarness.openHalf(TOP_2.ours(), backend, 0, state);
        KeyedOperatorHarness second =
            KeyedOperatorHarness.openHalf(TOP_2.ours(), backend, 1, state)) {
      long watermark = latest(rows.subList(0, 200));
      first.watermark(watermark);
      second.watermark(watermark);
      read(rows.subList(200, 400), first, second);
      for (KeyedOperatorHarness half : List.of(first, second)) {
        half.watermark(Long.MAX_VALUE);
        List<String> ofHalf = half.rows();
        assertThat(ofHalf).isNotEmpty();
        actual.addAll(ofHalf);
      }
    }
    assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void read(List<RowData> rows, KeyedOperatorHarness... subtasks) throws Exception {
    for (RowData row : rows) {
      subtasks[KeyedOperatorHarness.subtaskOf(row, subtasks.length)].process(row);
    }
    for (KeyedOperatorHarness subtask : subtasks) {
      subtask.watermark(latest(rows));
    }
  }

  private static long latest(List<RowData> rows) {
    return rows.stream().mapToLong(row -> row.getLong(TopN.ROWTIME)).max().orElseThrow() - 30;
  }

  @Test
  void refusesWhatItCannotRank() throws Exception {
    try (KeyedOperatorHarness topN = KeyedOperatorHarness.open(TOP_2.ours(), StateBackends.HEAP)) {
      BinaryRowData deleted = TOP_2.row(Reading.of("a", 0, 0), 0);
      deleted.setRowKind(RowKind.DELETE);
      assertThatThrownBy(() -> topN.process(deleted))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("-D");
      BinaryRowData ofNoWindow = TOP_2.row(Reading.of("a", 0, 0), 0);
      ofNoWindow.setNullAt(TopN.WINDOW_END);
      assertThatThrownBy(() -> topN.process(ofNoWindow))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("of a record is null");
    }
    assertThatThrownBy(() -> TopN.greatest(3, 2).operator())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 to 2");
    assertThatThrownBy(() -> TopN.greatest(0, 2).operator())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 to 2");
  }
}
