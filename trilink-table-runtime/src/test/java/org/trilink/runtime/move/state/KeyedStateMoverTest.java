/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.window.Reading;

/** All kinds of state and timers, on all backends. */
@Tag("slow")
class KeyedStateMoverTest {

  private static final int KEYS = 30;
  private static final KeyedOperator OPERATOR = EveryKindOfState.operator();

  @ParameterizedTest
  @EnumSource
  void resultsAreThoseWithoutMoves(Backends backend) throws Exception {
    List<RowData> rows = randomRows(1_200);
    List<String> expected = new ArrayList<>();
    try (MovingSubtasks one = MovingSubtasks.open(OPERATOR, Backends.HEAP, 1)) {
      for (int from = 0; from < rows.size(); from += 100) {
        read(one, rows.subList(from, from + 100));
      }
      one.processingTime(3_000);
      one.watermark(Long.MAX_VALUE);
      expected.addAll(one.rows());
    }

    Random random = new Random(3);
    MovingSubtasks two = MovingSubtasks.open(OPERATOR, backend, 2);
    List<String> results = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += 100) {
      read(two, rows.subList(from, from + 100));
      assertThat(two.moveSome(random)).isPositive();
      results.addAll(two.rows());
      if (from % 300 == 0) {
        two = two.restart(OPERATOR, backend, 2 + from / 300 % 2, from % 600 == 0);
      }
    }
    two.processingTime(3_000);
    two.watermark(Long.MAX_VALUE);
    results.addAll(two.rows());

    assertThat(expected).hasSizeGreaterThan(1_000);
    assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(two.eventTimeTimers()).isZero();
    assertThat(two.processingTimeTimers()).isZero();
    two.close();
  }

  private static void read(MovingSubtasks subtasks, List<RowData> rows) throws Exception {
    for (RowData row : rows) {
      subtasks.read(row);
    }
    long time = rows.get(rows.size() - 1).getTimestamp(ReadingHarness.ROWTIME, 3).getMillisecond();
    subtasks.watermark(time - 20);
    subtasks.processingTime(time + 900);
  }

  @ParameterizedTest
  @EnumSource
  void takingOutLeavesNothingBehind(Backends backend) throws Exception {
    try (MovingSubtasks two = MovingSubtasks.open(OPERATOR, backend, 2)) {
      for (RowData row : randomRows(300)) {
        two.read(row);
      }
      int entries = two.get(0).stateEntries() + two.get(1).stateEntries();
      int timers = two.eventTimeTimers() + two.processingTimeTimers();

      two.moveTo(1, two.keysAt(0));

      assertThat(two.get(0).stateEntries()).isZero();
      assertThat(two.get(0).eventTimeTimers()).isZero();
      assertThat(two.get(0).processingTimeTimers()).isZero();
      assertThat(two.get(1).stateEntries()).isEqualTo(entries);
      assertThat(two.eventTimeTimers() + two.processingTimeTimers()).isEqualTo(timers);
    }
  }

  /** A snapshot under way must contain the state from when it was taken, regardless of moves. */
  @ParameterizedTest
  @EnumSource
  void snapshotUnderWayStaysAsItWas(Backends backend) throws Exception {
    List<RowData> rows = randomRows(400);
    try (MovingSubtasks two = MovingSubtasks.open(OPERATOR, backend, 2)) {
      for (RowData row : rows) {
        two.read(row);
      }
      OperatorSnapshotFutures snapshot = two.get(0).beginSnapshot();
      MoverHarness former = two.get(0);
      int entries = former.storedEntries();
      int timers = former.eventTimeTimers();

      two.moveTo(1, two.keys());
      two.moveTo(0, two.keys());
      for (RowData row : rows) {
        two.read(row); // changes state that has come back
      }

      OperatorSubtaskState state = KeyedHarness.finish(snapshot);
      MovableKeys keys = MovableKeys.create();
      try (MoverHarness restored =
          MoverHarness.open(OPERATOR, keys.ofOperator(), backend.get(), 2, 0, state)) {
        assertThat(restored.storedEntries()).isEqualTo(entries);
        assertThat(restored.eventTimeTimers()).isEqualTo(timers);
      }
    }
  }

  /** A timer that is earlier than a removed one is not visible in RocksDB's queue. */
  @ParameterizedTest
  @EnumSource
  void timersBeforeRemovedOnesMove(Backends backend) throws Exception {
    try (MovingSubtasks two = MovingSubtasks.open(OPERATOR, backend, 2)) {
      two.read(row("a", 500, 1));
      two.watermark(600);
      two.rows();
      two.read(row("a", 1, 2)); // its timer is at 50
      two.moveTo(1, two.keys());
      two.moveTo(0, two.keys());
      two.moveTo(1, two.keys());

      two.watermark(700);
      assertThat(two.rows()).singleElement().asString().startsWith("+Ia EVENT_TIME@50: 2 [2]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void stateExpiresWhenItWouldHave(Backends backend) throws Exception {
    KeyedOperator expiring = EveryKindOfState.operator(500);
    try (MovingSubtasks two = MovingSubtasks.open(expiring, backend, 2)) {
      two.ttlTime(1);
      two.read(row("a", 1, 1)); // elements of lists and maps expire one by one
      two.ttlTime(400);
      two.read(row("a", 2, 2));
      two.read(row("b", 60, 7));
      two.moveTo(0, two.keys());
      two.moveTo(1, two.keys());

      two.ttlTime(502);
      two.watermark(50);
      assertThat(two.rows()).containsExactly("+Ia EVENT_TIME@50: 2 [2] {m2=2} 3 1,2,");

      two.ttlTime(899);
      two.moveTo(0, two.keys());
      two.watermark(99);
      two.ttlTime(901);
      two.moveTo(1, two.keys());
      two.watermark(100);
      assertThat(two.rows()).containsExactly("+Ib EVENT_TIME@100: null [] {} null null");
    }
  }

  /** The receiver has had no record, and so has not accessed any state. */
  @ParameterizedTest
  @EnumSource
  void statesThatTheReceiverHasNotAskedForAreMade(Backends backend) throws Exception {
    for (long ttl : new long[] {0, 10_000}) {
      KeyedOperator lazy = EveryKindOfState.lazyOperator(ttl);
      MovingSubtasks two = MovingSubtasks.open(lazy, backend, 2);
      two.read(row("a", 1, 1));
      int from = MovableKeys.subtaskOf(groupOf(two), 2);
      two.moveTo(1 - from, two.keys());
      two = two.restart(lazy, backend, 2, true); // not accessed there yet
      two.moveTo(from, two.keys());
      two.read(row("a", 2, 2));
      two.watermark(50);

      assertThat(two.rows()).containsExactly("+Ia EVENT_TIME@50: 2 [1, 2] {m1=1, m2=2} 3 1,2,");
      two.close();
    }
  }

  private static int groupOf(MovingSubtasks subtasks) {
    return Math.floorMod(subtasks.keys().get(0).hashCode(), MovableKeys.MAX_PARALLELISM);
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsMerged(Backends backend) throws Exception {
    MovableKeys keys = MovableKeys.create();
    try (MoverHarness subtask =
        MoverHarness.open(OPERATOR, keys.ofOperator(), backend.get(), 1, 0, null)) {
      subtask.process(row("secret", 1, 1));
      PlacedKey key = keys.getKey(row("secret", 1, 1));
      KeyedStateMover<RowData> mover = subtask.mover();
      DataOutputSerializer layout = new DataOutputSerializer(64);
      mover.describe(layout);
      List<byte[]> taken = new ArrayList<>();
      mover.takeOut(List.of(key), (index, bytes) -> taken.add(bytes));
      KeyedStateMover<RowData>.Arrivals arrivals =
          mover.receive(new DataInputDeserializer(layout.getCopyOfBuffer()));
      arrivals.putIn(key, taken.get(0));

      assertThatThrownBy(() -> arrivals.putIn(key, taken.get(0)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has an entry in the state '")
          .hasMessageNotContaining("secret");
    }
  }

  @ParameterizedTest
  @EnumSource
  void estimatesAreWhatIsTakenOut(Backends backend) throws Exception {
    MovableKeys keys = MovableKeys.create();
    try (MoverHarness subtask =
        MoverHarness.open(OPERATOR, keys.ofOperator(), backend.get(), 1, 0, null)) {
      for (int i = 0; i < 200; i++) {
        subtask.process(row("great", i, i));
      }
      subtask.process(row("small", 1, 1));
      List<RowData> estimated =
          List.of(
              keys.getKey(row("great", 1, 1)),
              keys.getKey(row("none", 1, 1)),
              keys.getKey(row("small", 1, 1)));
      int entries = subtask.stateEntries();
      int timers = subtask.eventTimeTimers() + subtask.processingTimeTimers();

      KeyedStateMover<RowData> mover = subtask.mover();
      long[] bytes = mover.estimatedBytes(estimated);

      assertThat(subtask.stateEntries()).isEqualTo(entries);
      assertThat(subtask.eventTimeTimers() + subtask.processingTimeTimers()).isEqualTo(timers);
      List<Long> taken = new ArrayList<>();
      mover.describe(new DataOutputSerializer(64));
      mover.takeOut(estimated, (index, of) -> taken.add((long) of.length));
      assertThat(bytes).containsExactly(taken.stream().mapToLong(of -> of).toArray());
      assertThat(bytes[0]).isGreaterThan(200 * Long.BYTES);
      assertThat(bytes[1]).isLessThan(bytes[2]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void estimatesIncludeWhatIsCached(Backends backend) throws Exception {
    MovableKeys keys = MovableKeys.create();
    try (MoverHarness subtask =
        MoverHarness.open(
            MovedOperators.GROUP_BY_OF_TRILINK, keys.ofOperator(), backend.get(), 1, 0, null)) {
      for (int i = 0; i < 200; i++) {
        subtask.process(ReadingHarness.binaryRowOf(Reading.of("great", i, 10L * i)));
      }
      List<RowData> great =
          List.of(keys.getKey(ReadingHarness.binaryRowOf(Reading.of("great", 1, 1))));

      KeyedStateMover<RowData> mover = subtask.mover();
      long bytes = mover.estimatedBytes(great)[0];

      List<Long> taken = new ArrayList<>();
      mover.describe(new DataOutputSerializer(64));
      mover.takeOut(great, (index, of) -> taken.add((long) of.length));
      assertThat(taken).containsExactly(bytes);
      assertThat(bytes).isGreaterThan(199 * 2 * Long.BYTES);
    }
  }

  /** Otherwise bytes would be read as those of another state. */
  @ParameterizedTest
  @EnumSource
  void statesMustBeThoseDescribed(Backends backend) throws Exception {
    MovableKeys keys = MovableKeys.create();
    try (MoverHarness subtask =
        MoverHarness.open(
            EveryKindOfState.lazyOperator(0), keys.ofOperator(), backend.get(), 1, 0, null)) {
      KeyedStateMover<RowData> mover = subtask.mover();
      mover.describe(new DataOutputSerializer(64));
      RowData row = row("a", 1, 1);
      subtask.process(row);

      assertThatThrownBy(() -> mover.takeOut(List.of(keys.getKey(row)), (index, bytes) -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("described");
    }
  }

  @ParameterizedTest
  @EnumSource
  void keysOfOthersAreRefused(Backends backend) throws Exception {
    MovableKeys keys = MovableKeys.create();
    try (MoverHarness second =
        MoverHarness.open(OPERATOR, keys.ofOperator(), backend.get(), 2, 1, null)) {
      RowData ofFirst =
          PlacedKey.inGroup(
              (BinaryRowData) KeyedHarness.keyOf(row("a", 1, 1)), 0, MovableKeys.MAX_PARALLELISM);

      assertThatThrownBy(() -> second.mover().takeOut(List.of(ofFirst), (index, bytes) -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("key group 0");
    }
  }

  private static List<RowData> randomRows(int count) {
    return randomReadings(count).stream()
        .map(reading -> (RowData) ReadingHarness.binaryRowOf(reading).copy())
        .toList();
  }

  /** Approximately in order, half of them for a few keys. */
  static List<Reading> randomReadings(int count) {
    Random random = new Random(11);
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = random.nextBoolean() ? random.nextInt(3) : random.nextInt(KEYS);
      readings.add(Reading.of("k" + "x".repeat(number % 4) + number, i + random.nextInt(20), i));
    }
    return readings;
  }

  static BinaryRowData row(String key, long time, long value) {
    return ReadingHarness.binaryRowOf(Reading.of(key, time, value)).copy();
  }
}
