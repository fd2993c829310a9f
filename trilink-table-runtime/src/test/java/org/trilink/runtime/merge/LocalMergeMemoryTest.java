/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.merge.LocalMergeHarness.TENS;
import static org.trilink.runtime.merge.LocalMergeHarness.after;
import static org.trilink.runtime.merge.LocalMergeHarness.atSlotEnd;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.functions.util.RuntimeUDFContext;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.flink.TestTasks;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.placement.ProjectedKeys;

/**
 * A local merge with many keys: it stays within its memory, and passes records through if it must.
 */
@Tag("slow")
class LocalMergeMemoryTest {

  private static final int NEVER = Integer.MAX_VALUE;
  private static final EmitTriggers AT_THE_END = after(1_000_000_000);

  @Test
  void aMillionKeysInOneMegabyte() throws Exception {
    long budget = 1 << 20;
    int keys = 1_000_000;
    try (LocalMergeHarness merge =
        LocalMergeHarness.unbounded(AT_THE_END).withBudget(budget).withRowsOfProbe(NEVER).open()) {
      long rows = 0;
      long sum = 0;
      long most = 0;
      for (int i = 0; i < keys; i++) {
        merge.read("key " + i, 0, i);
        most = Math.max(most, merge.gauge("localMergeHeldBytes"));
        if (i % 1_000 == 0) {
          List<Merged> output = merge.rows();
          rows += output.size();
          sum += output.stream().mapToLong(Merged::sum).sum();
        }
      }
      merge.endInput();
      List<Merged> output = merge.rows();
      rows += output.size();
      sum += output.stream().mapToLong(Merged::sum).sum();

      assertThat(rows).isEqualTo(keys);
      assertThat(sum).isEqualTo(LongStream.range(0, keys).sum());
      assertThat(most).isLessThan(budget);
      assertThat(merge.counter("localMergeTimesFull")).isBetween(100L, 2_000L);
    }
  }

  /** Slots of keys that are dropped before the watermark passes them. */
  @Test
  void slotsThatNoWatermarkPasses() throws Exception {
    long budget = 1 << 20;
    EmitTriggers afterTwo = after(2);
    try (LocalMergeHarness merge =
        LocalMergeHarness.bySubtask(TENS, afterTwo)
            .withBudget(budget)
            .withRowsOfProbe(NEVER)
            .open()) {
      for (int i = 0; i < 200_000; i++) {
        merge.read("key " + i, 5, i);
        merge.read("key " + i, 6, i); // sends it, and leaves its entry for the due time
        if (i % 1_000 == 0) {
          merge.dropOutput();
        }
        assertThat(merge.gauge("localMergeHeldBytes")).isLessThan(budget);
      }
      assertThat(merge.counter("localMergeTimesFull")).isPositive();
      merge.watermark(9);
      merge.assertNothingIsHeld();
    }
  }

  /** Compares the estimate with the memory that the JVM reports: it must not be lower. */
  @Test
  void theEstimateIsNotTooLow() throws Exception {
    int keys = 100_000;
    try (LocalMergeHarness merge =
        LocalMergeHarness.bySubtask(TENS, atSlotEnd())
            .withBudget(Long.MAX_VALUE)
            .withRowsOfProbe(NEVER)
            .open()) {
      long before = usedHeap();
      for (int i = 0; i < keys; i++) {
        merge.read("a key of twenty and more characters " + i, 5, i);
      }
      long used = usedHeap() - before;
      assertThat(merge.heldRows()).isEqualTo(keys);
      assertThat(merge.gauge("localMergeHeldBytes")).isGreaterThan(used);
    }
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }

  @Test
  void recordsPassWhileMergingDoesNotPay() throws Exception {
    int rows = 100;
    try (LocalMergeHarness merge =
        LocalMergeHarness.bySubtask(TENS, atSlotEnd()).withRowsOfProbe(rows).open()) {
      readEach(merge, 0, rows + 3);
      assertThat(merge.gauge("localMergePassing")).as("no row was sent").isZero();
      merge.watermark(9);
      assertThat(merge.gauge("localMergePassing")).isOne();
      assertThat(merge.rows()).as("what was held").hasSize(rows + 3);
      merge.assertNothingIsHeld();

      merge.read("late no more", 15, 105);
      assertThat(merge.rows()).containsExactly(new Merged("late no more", 1, 105, 105, 20));
      assertThat(merge.counter("localMergePassedRecords")).isEqualTo(1);

      for (int i = 1; i < ReductionProbe.PASSING_TIMES * (rows + 3); i++) {
        merge.read("key " + i, 15, i);
      }
      assertThat(merge.gauge("localMergePassing")).isZero();
      merge.dropOutput();
      for (int i = 0; i < 3 * rows; i++) {
        merge.read("key " + i % 7, 15, i);
      }
      assertThat(merge.rows()).isEmpty();
      assertThat(merge.heldRows()).isEqualTo(7);
    }
  }

  /** Each attempt holds more until it gives up, so that keys are merged in the end. */
  @Test
  void aFirstAttemptDoesNotHoldVeryManySlotsForNothing() throws Exception {
    int rows = 10;
    int maxHeld = 80;
    try (LocalMergeHarness merge =
        LocalMergeHarness.bySubtask(TENS, atSlotEnd()).withRowsOfProbe(rows).open()) {
      readEach(merge, 0, maxHeld - 1);
      assertThat(merge.gauge("localMergePassing")).isZero();
      readEach(merge, maxHeld - 1, 1);
      assertThat(merge.gauge("localMergePassing")).isOne();
      assertThat(merge.heldRows()).isEqualTo(maxHeld);
      int passing = ReductionProbe.PASSING_TIMES * maxHeld;
      readEach(merge, 0, passing);
      assertThat(merge.rows()).hasSize(maxHeld + passing);
      assertThat(merge.gauge("localMergePassing")).isZero();

      readEach(merge, 0, maxHeld + 1);
      readEach(merge, 0, maxHeld + 1);
      assertThat(merge.gauge("localMergePassing")).isZero();
      merge.watermark(9);
      assertThat(merge.rows()).hasSize(maxHeld + 1).allMatch(row -> row.count() == 2);
    }
  }

  /** Slots that many records were merged into are held, however many there are. */
  @Test
  void aFirstAttemptHoldsVeryManySlotsThatPay() throws Exception {
    try (LocalMergeHarness merge =
        LocalMergeHarness.bySubtask(TENS, atSlotEnd()).withRowsOfProbe(10).open()) {
      for (int i = 0; i < 1_000; i++) {
        merge.read("key " + i, 5, 1);
        merge.read("key " + i, 6, 1);
      }
      assertThat(merge.gauge("localMergePassing")).isZero();
      assertThat(merge.heldRows()).isEqualTo(1_000);
    }
  }

  /** At the beginning of a slot each record opens one, however many follow. */
  @Test
  void manyKeysAreMergedThatHaveManyRecordsEach() throws Exception {
    int keys = 1_000;
    try (LocalMergeHarness merge =
        LocalMergeHarness.bySubtask(TENS, atSlotEnd()).withRowsOfProbe(200).open()) {
      for (int slot = 0; slot < 3; slot++) {
        for (int round = 0; round < 2; round++) {
          for (int i = 0; i < keys; i++) {
            merge.read("key " + i, 10 * slot + 5, i);
          }
        }
        merge.watermark(10 * slot + 9);
      }
      assertThat(merge.rows()).hasSize(3 * keys).allMatch(row -> row.count() == 2);
      assertThat(merge.counter("localMergePassedRecords")).isZero();
    }
  }

  /** Rows that are still held when the decision is made are sent before the next record passes. */
  @Test
  void whatIsHeldIsSentBeforeRecordsPass() throws Exception {
    try (LocalMergeHarness merge =
        LocalMergeHarness.bySubtask(TENS, atSlotEnd()).withRowsOfProbe(2).open()) {
      merge.read("a", 5, 1);
      merge.read("b", 5, 2);
      merge.read("a", 15, 3);
      merge.watermark(9);
      assertThat(merge.gauge("localMergePassing")).isOne();
      assertThat(merge.rows())
          .containsExactlyInAnyOrder(new Merged("a", 1, 1, 1, 10), new Merged("b", 1, 2, 2, 10));

      merge.read("a", 25, 4);
      assertThat(merge.rows())
          .containsExactly(new Merged("a", 1, 3, 3, 20), new Merged("a", 1, 4, 4, 30));
      merge.assertNothingIsHeld();
    }
  }

  private static void readEach(LocalMergeHarness merge, int first, int records) throws Exception {
    for (int i = first; i < first + records; i++) {
      merge.read("key " + i, 5, i);
    }
  }

  @Test
  void metricsTellHowMuchIsMerged() throws Exception {
    try (LocalMergeHarness merge = LocalMergeHarness.unbounded(after(4)).withBudget(777).open()) {
      for (int i = 0; i < 10; i++) {
        merge.read("a", 0, 1);
      }
      assertThat(merge.counter("localMergeRecords")).isEqualTo(10);
      assertThat(merge.counter("localMergeRows")).isEqualTo(2);
      assertThat(merge.gauge("localMergeBudgetBytes")).isEqualTo(777);
    }
  }

  @Test
  void valuesThatAreKeptAreCounted() {
    RecordGrowth growth =
        new RecordGrowth(
            100, new int[] {1}, new LogicalType[] {new VarCharType(VarCharType.MAX_LENGTH)});
    assertThat(growth.of(row("x".repeat(5_000)))).isGreaterThan(5_100).isLessThan(5_300);
    assertThat(growth.of(row(null))).isEqualTo(100);
    assertThat(RecordGrowth.NONE.isNone()).isTrue();
    assertThat(growth.isNone()).isFalse();
  }

  private static RowData row(String text) {
    return GenericRowData.of(1, text == null ? null : StringData.fromString(text));
  }

  /** Strings in accumulators fill the memory, and no record is lost. */
  @Test
  void longStringsFillTheMemory() throws Exception {
    SlotAggregates aggregates =
        new SlotAggregates(
            CountSumMaxHandler.generated(),
            3,
            false,
            new RecordGrowth(
                0, new int[] {0}, new LogicalType[] {new VarCharType(VarCharType.MAX_LENGTH)}));
    OperatorMemory memory = new OperatorMemory(100_000);
    List<Long> counts = new ArrayList<>();
    SlotPool pool = new SlotPool(aggregates, context());
    RowDataKeySelector keys = ProjectedKeys.firstColumns(RowType.of(new IntType()));
    HeldSlots held =
        new HeldSlots(
            keys,
            KeyLookup.byRow(keys).newMap(),
            pool,
            memory,
            (key, slot) -> counts.add(slot.accumulators().getLong(0)));
    KeySlots ofKey = held.ofRecord(GenericRowData.of(7));
    Slot slot = held.open(ofKey, Long.MAX_VALUE, Long.MAX_VALUE);
    int records = 0;
    while (!memory.isFull()) {
      RowData row = GenericRowData.of(StringData.fromString("x".repeat(1_000)), 3L);
      slot.accumulate(row);
      held.grow(slot, aggregates.growth().of(row));
      records++;
    }
    assertThat(records).isBetween(80, 100);
    held.sendAll();
    assertThat(counts).containsExactly((long) records);
    assertThat(memory.used()).isZero();
  }

  private static RuntimeUDFContext context() {
    return new RuntimeUDFContext(
        TestTasks.info("test"),
        LocalMergeMemoryTest.class.getClassLoader(),
        new ExecutionConfig(),
        new HashMap<>(),
        new HashMap<>(),
        null);
  }
}
