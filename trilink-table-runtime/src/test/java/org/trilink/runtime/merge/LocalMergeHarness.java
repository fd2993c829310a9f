/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.placement.ProjectedKeys;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyTimeSettings;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.window.Slices;
import org.trilink.runtime.window.StateBackends;

/** A local merge of {@link CountSumMaxHandler}'s aggregates. It has no state on any backend. */
public final class LocalMergeHarness extends ReadingHarness<Merged> {

  static final ZoneId UTC = ZoneId.of("UTC");

  /** Slots of ten ms, the first one from 0. */
  static final TimeSlots TENS = new TimeSlots(10, 10, 0, UTC);

  private static final RowDataKeySelector KEYS = ProjectedKeys.firstColumns(RowType.of(KEY));

  private final LocalMergeOperator operator;

  private LocalMergeHarness(
      LocalMergeOperator operator, LogicalType[] output, Function<RowData, Merged> show)
      throws Exception {
    super(operator, SimpleOperatorFactory.of(operator), output, show, StateBackends.HEAP, 1, 0);
    this.operator = operator;
  }

  private static LogicalType[] output(@Nullable LogicalType time) {
    LogicalType number = new BigIntType();
    return Stream.of(KEY, number, number, number, time)
        .filter(type -> type != null)
        .toArray(LogicalType[]::new);
  }

  // -------------------------------------------------------------------------------- creation

  /**
   * A merge before an operator that uses the subtask's watermark, with the ends of slices in its
   * rows.
   */
  public static LocalMergeHarness bySubtask(TimeSlots slots, EmitTriggers triggers)
      throws Exception {
    SlotTimes times = SlotTimes.bySubtask(slots, InputTime.rowtime(ROWTIME, 0), false);
    return new LocalMergeHarness(
        operator(times, triggers), output(new BigIntType(false)), Merged::withSliceEnd);
  }

  /** A merge before an operator with key-level watermarks, with a delay and a max skew in ms. */
  static LocalMergeHarness byKey(long delay, long maxSkew, EmitTriggers triggers) throws Exception {
    SlotTimes times =
        SlotTimes.byKey(
            TENS, InputTime.rowtime(ROWTIME, delay), KeyWatermarkPolicy.ofMaxSkew(maxSkew), null);
    return new LocalMergeHarness(
        operator(times, triggers), output(new TimestampType(3)), Merged::withTime);
  }

  /** A merge before an operator with key-level watermarks, which counts late records. */
  public static LocalMergeHarness tellingRecords(
      TimeSlots slots, Slices windows, KeyTimeSettings settings, EmitTriggers triggers)
      throws Exception {
    SlotTimes times =
        SlotTimes.byKey(
            slots, InputTime.rowtime(ROWTIME, settings.delay()), settings.policy(), windows);
    return new LocalMergeHarness(
        operator(times, triggers),
        Merged.WITH_RECORDS.getChildren().toArray(new LogicalType[0]),
        Merged::withRecords);
  }

  /** A merge before an operator without event time. */
  static LocalMergeHarness unbounded(EmitTriggers triggers) throws Exception {
    return new LocalMergeHarness(operator(null, triggers), output(null), Merged::withoutTime);
  }

  private static LocalMergeOperator operator(@Nullable SlotTimes times, EmitTriggers triggers) {
    return new LocalMergeOperator(
        KEYS,
        KeyLookup.byRow(KEYS),
        new SlotAggregates(CountSumMaxHandler.generated(), 3, true, RecordGrowth.NONE),
        times,
        triggers);
  }

  public LocalMergeHarness withBudget(long bytes) {
    operator.setBudget(bytes);
    return this;
  }

  public LocalMergeHarness withRowsOfProbe(int rows) {
    operator.setRowsOfProbe(rows);
    return this;
  }

  public LocalMergeHarness open() throws Exception {
    open(null);
    return this;
  }

  // -------------------------------------------------------------------------------- triggers

  static EmitTriggers atSlotEnd() {
    return new EmitTriggers(null, null, true, null);
  }

  static EmitTriggers every(long delay) {
    return new EmitTriggers(delay, null, false, null);
  }

  static EmitTriggers after(long records) {
    return new EmitTriggers(null, records, false, null);
  }

  /** By a condition on a record's value. */
  static EmitTriggers when(LongPredicate condition) {
    GeneratedJoinCondition generated =
        new GeneratedJoinCondition("Prepared", "", new Object[0]) {
          private static final long serialVersionUID = 1L;

          @Override
          public JoinCondition newInstance(ClassLoader classLoader) {
            return new ValueCondition(condition);
          }
        };
    return new EmitTriggers(null, null, false, generated);
  }

  // ------------------------------------------------------------------------------------ input

  public void endInput() throws Exception {
    operator.endInput();
  }

  public void barrier() throws Exception {
    operator.prepareSnapshotPreBarrier(1);
  }

  long heldRows() {
    return gauge("localMergeHeldRows");
  }

  @Override
  public void assertNothingIsHeld() {
    assertThat(heldRows()).isZero();
    assertThat(gauge("localMergeHeldBytes")).isZero();
  }
}
