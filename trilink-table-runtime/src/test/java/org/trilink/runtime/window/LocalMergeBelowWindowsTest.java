/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_RECORDS_DROPPED;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.flink.ValveOutput;
import org.trilink.runtime.merge.EmitTriggers;
import org.trilink.runtime.merge.LocalMergeHarness;
import org.trilink.runtime.merge.Merged;
import org.trilink.runtime.merge.TimeSlots;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** Merging records before the exchange changes neither the windows nor which records are late. */
@Tag("slow")
class LocalMergeBelowWindowsTest {

  private static final EmitTriggers AT_SLOT_END = new EmitTriggers(null, null, true, null);

  /** With windows in each form. */
  private static final List<StateBackends> BACKENDS =
      List.of(StateBackends.HEAP, StateBackends.HEAP_NUMBERED, StateBackends.HEAP_PAGED);

  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long STEP = Duration.ofSeconds(5).toMillis();
  private static final long TEN_YEARS = Duration.ofDays(3650).toMillis();

  /** A sensor's reading from the future makes its later readings late, but nothing else. */
  @ParameterizedTest(name = "checkpoint after {0} more readings")
  @ValueSource(ints = {0, 1, 30, 61})
  void aReadingFromTheFuture(int checkpointAfter) throws Exception {
    WindowShape minutes = tumble(MINUTE);
    try (WithAndWithoutMerge both =
        new WithAndWithoutMerge(
            minutes, MINUTE, KeyTimeSettings.of(1, UNBOUNDED), AT_SLOT_END, StateBackends.HEAP)) {
      for (int i = 0; i < 60; i++) {
        both.read(Reading.of("sensor", i * STEP, 1));
      }
      both.read(Reading.of("sensor", TEN_YEARS, 1));
      for (int i = 60; i < 120; i++) {
        if (i == 60 + checkpointAfter) {
          both.restart();
        }
        both.read(Reading.of("sensor", i * STEP, 1));
      }
      both.finish();
      assertThat(both.merged()).hasSize(6);
      assertThat(both.lateOfMerged()).isEqualTo(60);
      both.assertEqual();
    }
  }

  /**
   * With a max lead it makes nothing late: all windows are emitted, its own at the end or not at
   * all.
   */
  @ParameterizedTest(name = "dropped: {0}")
  @ValueSource(booleans = {false, true})
  void aReadingFromTheFutureBeyondMaxLead(boolean drops) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(1, UNBOUNDED).maxLead(60 * MINUTE, drops);
    for (int checkpointAfter : new int[] {0, 1, 30, 61}) {
      try (WithAndWithoutMerge both =
          new WithAndWithoutMerge(
              tumble(MINUTE), MINUTE, settings, AT_SLOT_END, StateBackends.HEAP)) {
        both.watermark(0);
        for (int i = 0; i < 60; i++) {
          both.read(Reading.of("sensor", i * STEP, 1));
        }
        both.read(Reading.of("sensor", TEN_YEARS, 1));
        for (int i = 60; i < 120; i++) {
          if (i == 60 + checkpointAfter) {
            both.restart();
          }
          both.read(Reading.of("sensor", i * STEP, 1));
        }
        assertThat(both.merged()).hasSizeLessThanOrEqualTo(10);
        both.finish();
        assertThat(both.merged()).hasSize(drops ? 10 : 11);
        assertThat(both.lateOfMerged()).isZero();
        assertThat(both.beyondMaxLead()).isOne();
        both.assertEqual();
      }
    }
  }

  static Stream<WindowShape> shapes() {
    return Stream.of(tumble(20), tumble(20).withOffset(7), hop(60, 20), cumulate(60, 20));
  }

  /** Random input: disorder, jumps into the future, watermarks, checkpoints, restarts. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void whateverComes(WindowShape shape) throws Exception {
    long late = 0;
    long merged = 0;
    long tooFarAhead = 0;
    for (int seed = 1; seed <= 40; seed++) {
      Random random = new Random(seed);
      boolean hasFloor = seed % 2 == 0;
      try (WithAndWithoutMerge both = random(shape, hasFloor, random)) {
        run(both, hasFloor, random);
        if (hasFloor) {
          both.assertKeepsAsMuch();
        } else {
          both.assertEqual();
        }
        late += both.lateOfMerged();
        merged += both.mergedAway();
        tooFarAhead += both.beyondMaxLead();
      } catch (AssertionError e) {
        throw new AssertionError(shape + ", seed " + seed, e);
      }
    }
    assertThat(late).isPositive();
    assertThat(merged).isPositive();
    assertThat(tooFarAhead).isPositive();
  }

  private static WithAndWithoutMerge random(WindowShape shape, boolean hasFloor, Random random)
      throws Exception {
    long delay = List.of(0L, 5L, 25L, 100L).get(random.nextInt(4));
    long maxSkew = random.nextBoolean() ? UNBOUNDED : random.nextInt(20_000);
    EmitTriggers triggers =
        new EmitTriggers(
            random.nextBoolean() ? 7L : null,
            random.nextBoolean() ? 1L + random.nextInt(5) : null,
            random.nextBoolean(),
            null);
    KeyTimeSettings inOrder = KeyTimeSettings.of(delay, maxSkew);
    KeyTimeSettings settings = hasFloor ? inOrder.withFloor() : inOrder;
    WithAndWithoutMerge both =
        new WithAndWithoutMerge(
            shape,
            random.nextInt(3) == 0 ? 5 : 20,
            random.nextBoolean()
                ? settings
                : settings.maxLead(1 + random.nextInt(20_000), random.nextBoolean()),
            triggers,
            BACKENDS.get(random.nextInt(BACKENDS.size())));
    if (random.nextInt(4) == 0) {
      both.withLittleMemory();
    }
    if (random.nextInt(4) == 0) {
      both.withRowsOfProbe(20);
    }
    return both;
  }

  /**
   * Without restarts under a floor: what a key has fired is known as of its last record, so that an
   * operator may then keep more than the other one.
   */
  private static void run(WithAndWithoutMerge both, boolean hasFloor, Random random)
      throws Exception {
    RandomReadings readings = new RandomReadings(random.nextLong(), 1 + random.nextInt(4), 0, 20);
    long latest = Long.MIN_VALUE;
    long watermark = Long.MIN_VALUE;
    int future = random.nextBoolean() ? 0 : 40;
    int trail = 1 + random.nextInt(4_000);
    for (int i = 0; i < 400; i++) {
      Reading reading = readings.next();
      if (future > 0 && random.nextInt(future) == 0) {
        reading = Reading.of(reading.key(), reading.time() + random.nextInt(5_000), 3);
      }
      both.read(reading);
      latest = Math.max(latest, reading.time());
      if (random.nextInt(6) == 0) {
        watermark = Math.max(watermark, latest - random.nextInt(trail));
        both.watermark(watermark);
      }
      if (random.nextInt(10) == 0) {
        both.processingTime(i);
      }
      if (random.nextInt(60) == 0) {
        both.idle();
      }
      if (random.nextInt(60) == 0) {
        both.checkpoint();
      }
      if (!hasFloor && random.nextInt(120) == 0) {
        both.restart();
        both.processingTime(i);
      }
    }
    both.finish();
  }

  /** A window adds up slices, which all keys on pages show through the same object. */
  @Test
  void cumulatingWindowsOfKeysOnPages() throws Exception {
    try (WithAndWithoutMerge both =
        new WithAndWithoutMerge(
            cumulate(60, 20),
            20,
            KeyTimeSettings.of(0, UNBOUNDED),
            AT_SLOT_END,
            StateBackends.HEAP_PAGED)) {
      for (String key : List.of("a", "b")) {
        both.read(Reading.of(key, 5, 1));
        both.read(Reading.of(key, 25, 2));
        both.read(Reading.of(key, 45, 4));
      }
      both.finish();
      assertThat(both.merged())
          .contains(
              WindowRow.of("a", 40, 2, 3, 2),
              WindowRow.of("a", 60, 3, 7, 4),
              WindowRow.of("b", 40, 2, 3, 2),
              WindowRow.of("b", 60, 3, 7, 4));
      both.assertEqual();
    }
  }

  @Test
  void lateRecordsOfASlotAreOneRowAndAreCountedOneByOne() throws Exception {
    try (WithAndWithoutMerge both =
        new WithAndWithoutMerge(
            tumble(20),
            20,
            KeyTimeSettings.of(0, UNBOUNDED),
            new EmitTriggers(null, null, false, null),
            StateBackends.HEAP)) {
      both.read(Reading.of("a", 100, 1));
      both.checkpoint(); // the merge loses the key's event time
      for (int i = 0; i < 5; i++) {
        both.read(Reading.of("a", 41 + i, 1));
      }
      both.finish();
      assertThat(both.mergedAway()).isEqualTo(4);
      assertThat(both.lateOfMerged()).isEqualTo(5);
      both.assertEqual();
    }
  }

  /** Rows that wait in one subtask do not hold back the key's watermark, which others advance. */
  @Test
  void recordsOfAKeyThatWaitInOneOfTwoSubtasksBecomeLate() throws Exception {
    try (WithAndWithoutMerge both =
        new WithAndWithoutMerge(
            tumble(20), 20, KeyTimeSettings.of(0, UNBOUNDED), AT_SLOT_END, StateBackends.HEAP)) {
      both.read(Reading.of("a", 5, 1));
      both.readElsewhere(Reading.of("a", 25, 1));
      both.readElsewhere(Reading.of("a", 45, 1));
      both.finish();

      assertThat(both.lateOfUnmerged()).isZero();
      assertThat(both.lateOfMerged()).isOne();
      assertThat(both.merged()).extracting(WindowRow::end).containsExactly(40L, 60L);
    }
  }

  /**
   * Flink's exchange leaves out the watermark of a subtask that was idle until it has caught up, so
   * that what waits there for the end of its slot may be late behind the exchange. Stock Flink's
   * windows have it in time, as nothing waits.
   */
  @Test
  void recordsThatWaitInASubtaskThatWasIdleBecomeLate() throws Exception {
    TimeSlots slots = new TimeSlots(20, 20, 0, WindowShape.UTC);
    try (LocalMergeHarness merge = LocalMergeHarness.bySubtask(slots, AT_SLOT_END).open();
        WindowHarness behindMerge = WindowHarness.openStock(tumble(20), StateBackends.HEAP);
        WindowHarness unmerged = WindowHarness.openStock(tumble(20), StateBackends.HEAP)) {
      StatusWatermarkValve exchange = new StatusWatermarkValve(2);
      ValveOutput windows = watermarksTo(behindMerge, unmerged);
      exchange.inputWatermarkStatus(WatermarkStatus.IDLE, 1, windows);
      exchange.inputWatermark(new Watermark(50), 0, windows);
      merge.idle();
      merge.active();
      exchange.inputWatermarkStatus(WatermarkStatus.ACTIVE, 1, windows);
      merge.watermark(45);
      exchange.inputWatermark(new Watermark(45), 1, windows);

      merge.read("a", 65, 1);
      unmerged.read("a", 65, 1);
      assertThat(merge.rows()).isEmpty();
      exchange.inputWatermark(new Watermark(80), 0, windows);
      merge.watermark(80);
      for (Merged row : merge.rows()) {
        behindMerge.read(row.key(), row.time() - 1, row.sum());
      }

      assertThat(unmerged.rows()).containsExactly(WindowRow.of("a", 80, 1, 1, 1));
      assertThat(unmerged.counter(LATE_RECORDS_DROPPED)).isZero();
      assertThat(behindMerge.rows()).isEmpty();
      assertThat(behindMerge.counter(LATE_RECORDS_DROPPED)).isOne();
    }
  }

  private static ValveOutput watermarksTo(WindowHarness... operators) {
    return new ValveOutput() {
      @Override
      public void emitWatermark(Watermark watermark) throws Exception {
        for (WindowHarness operator : operators) {
          operator.watermark(watermark.getTimestamp());
        }
      }

      @Override
      public void emitWatermarkStatus(WatermarkStatus status) {}
    };
  }
}
