/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_BY_KEY_WATERMARK;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_BY_SUBTASK_WATERMARK;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_RECORDS_DROPPED;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.trilink.runtime.merge.EmitTriggers;
import org.trilink.runtime.merge.LocalMergeHarness;
import org.trilink.runtime.merge.Merged;
import org.trilink.runtime.merge.TimeSlots;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyTimeSettings;
import org.trilink.runtime.watermark.RecordsBeyondMaxLead;

/** Two window operators with the same input records: one directly, one after a local merge. */
final class WithAndWithoutMerge implements AutoCloseable {

  private static final List<String> COUNTERS =
      List.of(LATE_BY_KEY_WATERMARK, LATE_BY_SUBTASK_WATERMARK, LATE_RECORDS_DROPPED);

  private static final int LITTLE_MEMORY = 3_000;

  private final WindowShape shape;
  private final long slot;
  private final KeyTimeSettings settings;
  private final EmitTriggers triggers;
  private final StateBackends backend;
  private boolean hasLittleMemory;
  private int rowsOfProbe;

  private LocalMergeHarness merge;

  /** Merges records of the same keys in another subtask; null if there are none. */
  @Nullable private LocalMergeHarness elsewhere;

  private WindowHarness behindMerge;
  private WindowHarness alone;

  private final List<WindowRow> mergedRows = new ArrayList<>();
  private final List<WindowRow> expectedRows = new ArrayList<>();

  /** The counters of the operators before the last restart. */
  private final Map<String, Long> formerMerged = new TreeMap<>();

  private final Map<String, Long> formerExpected = new TreeMap<>();
  private long records;
  private long mergedRecords;

  /**
   * Creates the operators; they are opened with the first input.
   *
   * @param slot a part of the shape's slices, in ms
   */
  WithAndWithoutMerge(
      WindowShape shape,
      long slot,
      KeyTimeSettings settings,
      EmitTriggers triggers,
      StateBackends backend) {
    this.shape = shape;
    this.slot = slot;
    this.settings = settings;
    this.triggers = triggers;
    this.backend = backend;
  }

  void withLittleMemory() {
    hasLittleMemory = true;
  }

  /** Sets the number of rows after which the merge decides whether merging pays off. */
  void withRowsOfProbe(int rows) {
    rowsOfProbe = rows;
  }

  private void open(@Nullable OperatorSubtaskState ofMerged, @Nullable OperatorSubtaskState ofAlone)
      throws Exception {
    merge = newMerge();
    if (hasLittleMemory) {
      merge.withBudget(LITTLE_MEMORY);
    }
    if (rowsOfProbe > 0) {
      merge.withRowsOfProbe(rowsOfProbe);
    }
    merge.open();
    KeyWatermarkWindowAggOperator operator =
        new KeyWatermarkWindowAggOperator(
            Windowing.slices(
                CountSumMax.generatedOfMerged(),
                CountSumMax.accumulatorTypes(),
                shape.localSlices(),
                shape.zone()),
            InputTime.rowtime(Merged.TIME, settings.delay()),
            settings.policy(),
            backend.keys());
    operator.setRecordsColumn(Merged.RECORDS);
    behindMerge = WindowHarness.open(operator, backend, ofMerged);
    alone = WindowHarness.open(shape, settings, backend, 1, 0, ofAlone);
  }

  private LocalMergeHarness newMerge() throws Exception {
    return LocalMergeHarness.tellingRecords(
        new TimeSlots(shape.step(), slot, shape.offset(), shape.zone()),
        shape.localSlices(),
        settings,
        triggers);
  }

  private void openIfNew() throws Exception {
    if (merge == null) {
      open(null, null);
    }
  }

  // ----------------------------------------------------------------------------------- input

  void read(Reading reading) throws Exception {
    openIfNew();
    records++;
    merge.read(reading);
    alone.read(reading);
    passOn();
  }

  /** A record comes through another subtask, which merges it apart. */
  void readElsewhere(Reading reading) throws Exception {
    openIfNew();
    if (elsewhere == null) {
      elsewhere = newMerge().open();
    }
    records++;
    elsewhere.read(reading);
    alone.read(reading);
    passOn();
  }

  void watermark(long watermark) throws Exception {
    openIfNew();
    merge.watermark(watermark);
    alone.watermark(watermark);
    passOn();
  }

  void processingTime(long time) throws Exception {
    openIfNew();
    merge.processingTime(time);
    behindMerge.processingTime(time);
    alone.processingTime(time);
    passOn();
  }

  void idle() throws Exception {
    openIfNew();
    merge.idle();
    alone.idle();
    passOn();
  }

  void checkpoint() throws Exception {
    openIfNew();
    merge.barrier();
    passOn();
  }

  /** Takes a checkpoint and restores from it. */
  void restart() throws Exception {
    checkpoint();
    OperatorSubtaskState ofMerged = behindMerge.snapshot();
    OperatorSubtaskState ofAlone = alone.snapshot();
    count(behindMerge, formerMerged);
    count(alone, formerExpected);
    close();
    open(ofMerged, ofAlone);
  }

  void finish() throws Exception {
    if (elsewhere != null) {
      elsewhere.endInput();
      passOn();
    }
    watermark(Long.MAX_VALUE);
    merge.endInput();
    passOn();
    merge.assertNothingIsHeld();
    behindMerge.assertNothingIsHeld();
  }

  private void passOn() throws Exception {
    if (elsewhere != null) {
      for (Object row : elsewhere.output()) {
        mergedRecords++;
        behindMerge.process(((Merged) row).received());
      }
    }
    for (Object element : merge.output()) {
      if (element instanceof Watermark mark) {
        behindMerge.watermark(mark.getTimestamp());
      } else if (element instanceof WatermarkStatus status) {
        assertThat(status.isIdle()).isTrue();
        behindMerge.idle();
      } else {
        mergedRecords++;
        behindMerge.process(((Merged) element).received());
      }
    }
    mergedRows.addAll(behindMerge.rows());
    expectedRows.addAll(alone.rows());
  }

  // ---------------------------------------------------------------------------------- output

  List<WindowRow> merged() {
    return mergedRows;
  }

  /**
   * The number of records that were late for their key, counted by the operator after the merge.
   */
  long lateOfMerged() {
    return counts(behindMerge, formerMerged).get(LATE_RECORDS_DROPPED);
  }

  /** The number of records that were late for their key without a merge. */
  long lateOfUnmerged() {
    return counts(alone, formerExpected).get(LATE_RECORDS_DROPPED);
  }

  /** How many fewer records the operator after the merge has received. */
  long mergedAway() {
    return records - mergedRecords;
  }

  void assertEqual() {
    assertThat(mergedRows).containsExactlyInAnyOrderElementsOf(expectedRows);
    assertThat(counts(behindMerge, formerMerged)).isEqualTo(counts(alone, formerExpected));
  }

  /**
   * Under a floor, a merge may hold back what advances a key, so that the operator behind it keeps
   * records that are late without the merge.
   */
  void assertKeepsAsMuch() {
    Map<String, Long> kept = new HashMap<>();
    for (WindowRow row : mergedRows) {
      assertThat(kept.put(row.key() + " " + row.end(), row.count())).as("%s", row).isNull();
    }
    for (WindowRow row : expectedRows) {
      assertThat(kept.get(row.key() + " " + row.end()))
          .as("%s", row)
          .isGreaterThanOrEqualTo(row.count());
    }
    assertThat(lateOfMerged())
        .isLessThanOrEqualTo(counts(alone, formerExpected).get(LATE_RECORDS_DROPPED));
  }

  /** The number of records that were too far ahead, counted by the operator after the merge. */
  long beyondMaxLead() {
    return counts(behindMerge, formerMerged).getOrDefault(RecordsBeyondMaxLead.NAME, 0L);
  }

  private Map<String, Long> counts(WindowHarness operator, Map<String, Long> former) {
    Map<String, Long> counts = new TreeMap<>(former);
    count(operator, counts);
    return counts;
  }

  private void count(WindowHarness operator, Map<String, Long> counts) {
    COUNTERS.forEach(name -> counts.merge(name, operator.counter(name), Long::sum));
    if (settings.policy().isLeadBounded()) {
      String name = RecordsBeyondMaxLead.NAME;
      counts.merge(name, operator.counter(name), Long::sum);
    }
  }

  @Override
  public void close() throws Exception {
    if (elsewhere != null) {
      elsewhere.close();
    }
    if (merge != null) {
      merge.close();
      behindMerge.close();
      alone.close();
    }
  }
}
