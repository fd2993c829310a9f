/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.merge.LocalMergeHarness.TENS;
import static org.trilink.runtime.merge.LocalMergeHarness.UTC;
import static org.trilink.runtime.merge.LocalMergeHarness.after;
import static org.trilink.runtime.merge.LocalMergeHarness.atSlotEnd;
import static org.trilink.runtime.merge.LocalMergeHarness.every;
import static org.trilink.runtime.merge.LocalMergeHarness.when;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** Tests what a local merge sends, when, and in which order. */
class LocalMergeOperatorTest {

  private static final long UNBOUNDED = KeyWatermarkPolicy.UNBOUNDED;
  private static final EmitTriggers NEVER = new EmitTriggers(null, null, false, null);

  /** So that what is near in the input is near in the state behind the exchange. */
  @Test
  void rowsAreSentInTheOrderInWhichTheirKeysCame() throws Exception {
    List<String> keys = IntStream.range(0, 100).mapToObj(i -> "key " + i).toList();
    try (LocalMergeHarness merge = LocalMergeHarness.unbounded(after(2)).open()) {
      for (String key : keys) {
        merge.read(key, 0, 1);
      }
      merge.read(keys.get(50), 0, 1);
      merge.read(keys.get(0), 0, 1);
      assertThat(merge.rows()).extracting(Merged::key).containsExactly(keys.get(50), keys.get(0));
      merge.read(keys.get(0), 0, 1);
      merge.endInput();
      List<String> left = new ArrayList<>(keys);
      left.remove(50);
      left.remove(0);
      left.add(keys.get(0));
      assertThat(merge.rows()).extracting(Merged::key).containsExactlyElementsOf(left);
    }
  }

  // --------------------------------------------------------------- by the subtask's watermark

  @Test
  void aSlotIsOneRowBeforeTheWatermarkThatPassesIt() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.bySubtask(TENS, atSlotEnd()).open()) {
      merge.read("a", 1, 5);
      merge.read("a", 12, 70);
      merge.read("a", 9, 7);
      merge.read("b", 3, 1);
      merge.watermark(8);
      assertThat(merge.output()).containsExactly(new Watermark(8));

      merge.watermark(9);
      List<Object> output = merge.output();
      assertThat(output.subList(0, 2))
          .containsExactlyInAnyOrder(new Merged("a", 2, 12, 7, 10), new Merged("b", 1, 1, 1, 10));
      assertThat(output.get(2)).isEqualTo(new Watermark(9));
      assertThat(merge.heldRows()).isOne();

      merge.watermark(25);
      assertThat(merge.output()).containsExactly(new Merged("a", 1, 70, 70, 20), new Watermark(25));
      merge.assertNothingIsHeld();
    }
  }

  /** Behind the exchange the watermark no longer waits for this subtask, and they would be late. */
  @Test
  void allSlotsAreSentBeforeTheSubtaskIsIdle() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.bySubtask(TENS, atSlotEnd()).open()) {
      merge.read("a", 1, 5);
      merge.read("a", 12, 70);
      merge.idle();
      assertThat(merge.output())
          .containsExactly(
              new Merged("a", 1, 5, 5, 10), new Merged("a", 1, 70, 70, 20), WatermarkStatus.IDLE);
      merge.assertNothingIsHeld();
    }
  }

  /**
   * A source that was idle says that it is active only with its next watermark. Until then the
   * others may advance the watermark behind the exchange past what comes.
   */
  @Test
  void recordsOfAnIdleSubtaskAreSentAtOnce() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.bySubtask(TENS, atSlotEnd()).open()) {
      merge.watermark(9);
      merge.idle();
      merge.read("a", 12, 5);
      merge.read("a", 13, 6);
      assertThat(merge.rows())
          .containsExactly(new Merged("a", 1, 5, 5, 20), new Merged("a", 1, 6, 6, 20));
      merge.assertNothingIsHeld();

      merge.active();
      merge.watermark(10);
      merge.read("a", 14, 7);
      merge.read("a", 15, 8);
      assertThat(merge.rows()).isEmpty();
      merge.watermark(19);
      assertThat(merge.rows()).containsExactly(new Merged("a", 2, 15, 8, 20));
    }
  }

  /** Only with a max skew do watermarks make a key's records late. */
  @Test
  void withoutAMaxSkewRecordsOfKeysAreHeldWhileTheSubtaskIsIdle() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.byKey(0, 50, atSlotEnd()).open()) {
      merge.idle();
      merge.read("a", 12, 5);
      assertThat(merge.rows()).containsExactly(new Merged("a", 1, 5, 5, 12));
    }
    try (LocalMergeHarness merge = LocalMergeHarness.byKey(0, UNBOUNDED, atSlotEnd()).open()) {
      merge.idle();
      merge.read("a", 12, 5);
      merge.read("a", 13, 6);
      assertThat(merge.rows()).isEmpty();
      merge.read("a", 21, 7);
      assertThat(merge.rows()).containsExactly(new Merged("a", 2, 11, 6, 13));
    }
  }

  /**
   * With triggers by checkpoint or count only, a slot must still be sent before the watermark, so
   * that no window is incomplete.
   */
  @Test
  void aSlotIsSentBeforeTheWatermarkWhateverTheTriggers() throws Exception {
    for (EmitTriggers triggers :
        List.of(every(1_000_000), after(1_000_000), when(value -> false))) {
      try (LocalMergeHarness merge = LocalMergeHarness.bySubtask(TENS, triggers).open()) {
        merge.read("a", 1, 5);
        merge.watermark(9);
        assertThat(merge.output()).containsExactly(new Merged("a", 1, 5, 5, 10), new Watermark(9));
      }
    }
  }

  /** So that the operator behind the exchange drops, and counts, single records. */
  @Test
  void lateRecordsAreSentAtOnceAndAlone() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.bySubtask(TENS, atSlotEnd()).open()) {
      merge.read("a", 31, 1);
      merge.watermark(29);
      merge.dropOutput();
      merge.read("a", 21, 5);
      merge.read("a", 22, 6);
      assertThat(merge.rows())
          .containsExactly(new Merged("a", 1, 5, 5, 30), new Merged("a", 1, 6, 6, 30));
      merge.read("a", 30, 2);
      assertThat(merge.rows()).isEmpty();
      merge.watermark(39);
      assertThat(merge.rows()).containsExactly(new Merged("a", 2, 3, 2, 40));
    }
  }

  @Test
  void finerSlotsTellTheSliceTheyAreIn() throws Exception {
    TimeSlots fives = new TimeSlots(20, 5, 3, UTC);
    try (LocalMergeHarness merge = LocalMergeHarness.bySubtask(fives, atSlotEnd()).open()) {
      merge.read("a", 3, 1);
      merge.read("a", 7, 2);
      merge.read("a", 8, 3);
      merge.read("a", 22, 4);
      merge.read("a", 23, 5);
      merge.endInput();
      assertThat(merge.rows())
          .containsExactly(
              new Merged("a", 2, 3, 2, 23),
              new Merged("a", 1, 3, 3, 23),
              new Merged("a", 1, 4, 4, 23),
              new Merged("a", 1, 5, 5, 43));
    }
  }

  // -------------------------------------------------------------------- by the time of the key

  @Test
  void aKeysSlotIsSentWhenTheKeyItselfHasPassedIt() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.byKey(3, UNBOUNDED, atSlotEnd()).open()) {
      merge.read("a", 1, 5);
      merge.read("b", 4, 1);
      merge.read("a", 11, 6);
      merge.read("a", 8, 7); // out of order, but for less than the delay
      assertThat(merge.rows()).isEmpty();
      merge.read("a", 12, 8);
      assertThat(merge.rows()).containsExactly(new Merged("a", 2, 12, 7, 8));
      merge.read("a", 33, 9);
      assertThat(merge.rows()).containsExactly(new Merged("a", 2, 14, 8, 12));
      assertThat(merge.heldRows()).isEqualTo(2);
      merge.endInput();
      assertThat(merge.rows())
          .containsExactlyInAnyOrder(new Merged("a", 1, 9, 9, 33), new Merged("b", 1, 1, 1, 4));
      merge.assertNothingIsHeld();
    }
  }

  /** A key without records in this subtask may have records in others. */
  @Test
  void aSilentKeysSlotIsSentWithTheSubtasksWatermark() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.byKey(0, UNBOUNDED, atSlotEnd()).open()) {
      merge.read("a", 1, 5);
      merge.watermark(9);
      assertThat(merge.output()).containsExactly(new Merged("a", 1, 5, 5, 1), new Watermark(9));
      merge.watermark(100);
      merge.read("b", 2, 6); // of a key that trails all others: it has its own event time
      merge.read("b", 3, 7);
      merge.watermark(101);
      assertThat(merge.rows()).isEmpty();
      merge.read("b", 11, 8);
      assertThat(merge.rows()).containsExactly(new Merged("b", 2, 13, 7, 3));
    }
  }

  /**
   * Then the operator behind the exchange has the key's time, and drops and counts only this
   * record.
   */
  @Test
  void aRecordThatIsLateForItsKeyIsSentAloneBehindWhatIsHeldOfTheKey() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.byKey(3, UNBOUNDED, NEVER).open()) {
      merge.read("a", 5, 1);
      merge.read("a", 6, 2);
      merge.read("a", 32, 3);
      merge.read("b", 1, 4);
      merge.read("a", 19, 5); // its slot ended at 20, the key is at 29
      assertThat(merge.rows())
          .containsExactly(
              new Merged("a", 2, 3, 2, 6),
              new Merged("a", 1, 3, 3, 32),
              new Merged("a", 1, 5, 5, 19));
      assertThat(merge.heldRows()).isOne();
      merge.read("a", 31, 6);
      merge.read("a", 20, 7); // by what the merge still has, the key is at 28
      assertThat(merge.rows()).isEmpty();
      merge.endInput();
      assertThat(merge.rows())
          .containsExactlyInAnyOrder(
              new Merged("b", 1, 4, 4, 1),
              new Merged("a", 1, 7, 7, 20),
              new Merged("a", 1, 6, 6, 31));
      merge.assertNothingIsHeld();
    }
  }

  @Test
  void aTrailingKeysSlotIsSentBeforeTheBoundMakesItLate() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.byKey(0, 50, atSlotEnd()).open()) {
      merge.watermark(40);
      merge.read("b", 2, 6);
      merge.watermark(58);
      assertThat(merge.rows()).isEmpty();
      merge.watermark(59);
      assertThat(merge.rows()).containsExactly(new Merged("b", 1, 6, 6, 2));
      merge.read("b", 3, 7); // late by the bound
      assertThat(merge.rows()).containsExactly(new Merged("b", 1, 7, 7, 3));
      merge.assertNothingIsHeld();
    }
  }

  @Test
  void aKeysSlotsLeaveInOrderWhateverMakesThemLeave() throws Exception {
    for (EmitTriggers triggers : List.of(after(2), when(value -> value == 7), every(10))) {
      try (LocalMergeHarness merge = LocalMergeHarness.byKey(30, UNBOUNDED, triggers).open()) {
        merge.read("a", 25, 1);
        merge.read("a", 5, 2);
        merge.read("a", 15, 3);
        merge.read("b", 1, 4);
        assertThat(merge.rows()).isEmpty();
        merge.read("a", 26, 7);
        merge.processingTime(10);
        assertThat(merge.rows().stream().filter(row -> row.key().equals("a")))
            .containsExactly(
                new Merged("a", 1, 2, 2, 5),
                new Merged("a", 1, 3, 3, 15),
                new Merged("a", 2, 8, 7, 26));
      }
    }
  }

  // --------------------------------------------------------------------------------- triggers

  @Test
  void afterANumberOfRecords() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.unbounded(after(3)).open()) {
      for (int i = 0; i < 7; i++) {
        merge.read("a", 1000 - 100 * i, i);
      }
      merge.read("b", 0, 1);
      assertThat(merge.rows())
          .containsExactly(new Merged("a", 3, 3, 2, 0), new Merged("a", 3, 12, 5, 0));
      merge.endInput();
      assertThat(merge.rows())
          .containsExactlyInAnyOrder(new Merged("a", 1, 6, 6, 0), new Merged("b", 1, 1, 1, 0));
    }
  }

  @Test
  void onARecordThatSatisfiesACondition() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.unbounded(when(value -> value > 6)).open()) {
      merge.read("a", 0, 1);
      merge.read("b", 0, 2);
      assertThat(merge.rows()).isEmpty();
      merge.read("a", 0, 7);
      assertThat(merge.rows()).containsExactly(new Merged("a", 2, 8, 7, 0));
      merge.read("b", 0, 8);
      assertThat(merge.rows()).containsExactly(new Merged("b", 2, 10, 8, 0));
      merge.assertNothingIsHeld();
    }
  }

  @Test
  void onALateRecordThatSatisfiesACondition() throws Exception {
    EmitTriggers bySevens = when(value -> value == 7);
    try (LocalMergeHarness merge = LocalMergeHarness.bySubtask(TENS, bySevens).open()) {
      merge.watermark(19);
      merge.dropOutput();
      merge.read("a", 21, 1);
      merge.read("b", 22, 2);
      merge.read("a", 15, 3);
      assertThat(merge.rows()).containsExactly(new Merged("a", 1, 3, 3, 20));
      merge.read("a", 16, 7);
      assertThat(merge.rows())
          .containsExactly(new Merged("a", 1, 1, 1, 30), new Merged("a", 1, 7, 7, 20));
      assertThat(merge.heldRows()).as("of the other key").isOne();
    }
  }

  @Test
  void noRecordWaitsLongerThanTheDelay() throws Exception {
    long delay = 20;
    Random random = new Random(5);
    try (LocalMergeHarness merge = LocalMergeHarness.unbounded(every(delay)).open()) {
      List<Long> arrivals = new ArrayList<>();
      long sent = 0;
      long rows = 0;
      for (long now = 0; now < 5_000; now++) {
        merge.processingTime(now);
        List<Merged> output = merge.rows();
        rows += output.size();
        sent += output.stream().mapToLong(Merged::count).sum();
        long due = now - delay;
        assertThat(sent)
            .isGreaterThanOrEqualTo(arrivals.stream().filter(time -> time <= due).count());
        if (random.nextInt(10) == 0) {
          for (int i = random.nextInt(12); i > 0; i--) {
            merge.read("key " + random.nextInt(3), 0, 1);
            arrivals.add(now);
          }
        }
      }
      assertThat(rows).isLessThan(arrivals.size() / 2);
    }
  }

  @Test
  void withoutRecordsNoTimerIsSet() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.unbounded(every(20)).open()) {
      merge.processingTime(100);
      merge.read("a", 0, 1);
      merge.processingTime(119);
      assertThat(merge.rows()).isEmpty();
      merge.processingTime(120);
      assertThat(merge.rows()).containsExactly(new Merged("a", 1, 1, 1, 0));
      merge.read("a", 0, 2);
      merge.processingTime(139);
      assertThat(merge.rows()).isEmpty();
      merge.processingTime(140);
      assertThat(merge.rows()).containsExactly(new Merged("a", 1, 2, 2, 0));
    }
  }

  @Test
  void watermarksArePassedOnAndDoNothingWhereThereAreNoSlots() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.unbounded(every(20)).open()) {
      merge.read("a", 5, 1);
      merge.watermark(1_000);
      merge.read("a", 5_000, 2);
      assertThat(merge.output()).containsExactly(new Watermark(1_000));
      assertThat(merge.heldRows()).isOne();
    }
  }

  // -------------------------------------------------------------------- checkpoints, final flush

  @Test
  void allIsSentBeforeABarrier() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.byKey(20, UNBOUNDED, NEVER).open()) {
      merge.read("a", 12, 1);
      merge.read("a", 3, 2);
      merge.read("b", 4, 3);
      merge.barrier();
      List<Merged> rows = merge.rows();
      assertThat(rows)
          .containsExactlyInAnyOrder(
              new Merged("a", 1, 2, 2, 3),
              new Merged("a", 1, 1, 1, 12),
              new Merged("b", 1, 3, 3, 4));
      assertThat(rows.indexOf(new Merged("a", 1, 2, 2, 3)))
          .isLessThan(rows.indexOf(new Merged("a", 1, 1, 1, 12)));
      merge.assertNothingIsHeld();
      merge.read("a", 13, 4);
      merge.endInput();
      assertThat(merge.rows()).containsExactly(new Merged("a", 1, 4, 4, 13));
    }
  }

  /** It arrives before the end of the input. */
  @Test
  void allIsSentBeforeTheFinalWatermark() throws Exception {
    Watermark last = Watermark.MAX_WATERMARK;
    try (LocalMergeHarness merge = LocalMergeHarness.unbounded(every(1_000)).open()) {
      merge.read("a", 5, 1);
      merge.watermark(last.getTimestamp());
      assertThat(merge.output()).containsExactly(new Merged("a", 1, 1, 1, 0), last);
      merge.endInput();
      assertThat(merge.output()).isEmpty();
    }
    try (LocalMergeHarness merge = LocalMergeHarness.byKey(0, UNBOUNDED, NEVER).open()) {
      merge.watermark(50);
      merge.dropOutput();
      merge.read("a", 5, 1);
      merge.watermark(last.getTimestamp());
      assertThat(merge.output()).containsExactly(new Merged("a", 1, 1, 1, 5), last);
      merge.assertNothingIsHeld();
    }
  }

  /** In any order of records, watermarks, timers and barriers, no record is lost or duplicated. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everyRecordIsInOneRow(long seed) throws Exception {
    Random random = new Random(seed);
    EmitTriggers triggers =
        new EmitTriggers(
            random.nextBoolean() ? 7L : null,
            random.nextBoolean() ? 3L : null,
            random.nextBoolean(),
            null);
    long maxSkew = random.nextBoolean() ? 30 : UNBOUNDED;
    Map<String, Long> expected = new HashMap<>();
    Map<String, Long> actual = new HashMap<>();
    try (LocalMergeHarness merge =
        (random.nextBoolean()
                ? LocalMergeHarness.byKey(random.nextInt(8), maxSkew, triggers)
                : LocalMergeHarness.bySubtask(TENS, triggers))
            .withBudget(random.nextBoolean() ? 5_000 : 1_000_000)
            .withRowsOfProbe(random.nextBoolean() ? 20 : 1_000_000)
            .open()) {
      long watermark = 0;
      for (int i = 0; i < 4_000; i++) {
        String key = "key " + random.nextInt(i < 2_000 ? 5 : 500);
        merge.read(key, Math.max(0, i - random.nextInt(60)), i);
        expected.merge(key, (long) i, Long::sum);
        if (random.nextInt(8) == 0) {
          watermark = Math.max(watermark, i - 40);
          merge.watermark(watermark);
        }
        if (random.nextInt(20) == 0) {
          merge.processingTime(i);
        }
        if (random.nextInt(300) == 0) {
          merge.barrier();
          merge.assertNothingIsHeld();
        }
      }
      merge.endInput();
      merge.assertNothingIsHeld();
      merge.rows().forEach(row -> actual.merge(row.key(), row.sum(), Long::sum));
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void itIsChainedToWhatComesBefore() {
    LocalMergeOperator operator = new LocalMergeOperator(null, null, null, null, NEVER);
    assertThat(operator.getChainingStrategy()).isEqualTo(ChainingStrategy.ALWAYS);
  }
}
