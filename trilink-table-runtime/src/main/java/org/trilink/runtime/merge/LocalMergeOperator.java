/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.concurrent.ScheduledFuture;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.flink.GeneratedFunctions;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.operator.LogName;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.watermark.MaxLead;

/**
 * Merges records of a key and a time slot before an exchange (the paper's section 4.3), so that one
 * row crosses it for all of them: key columns, accumulators, and the time ({@link MergedRow}). The
 * operator behind the exchange merges these rows instead of accumulating records.
 *
 * <p>Input: insert-only rows, in any order of keys; each subtask has a part of a key's rows. The
 * operator is chained to its input, so that the rows that it merges are never serialized. It has no
 * state: everything that it holds is sent before every checkpoint barrier.
 *
 * <p>{@link EmitTriggers} decide when rows are sent. In any case, a merged row is late behind the
 * exchange only if its records would have been late without the merge:
 *
 * <ul>
 *   <li>Slots that a watermark passes are sent before it. What is held is sent before the subtask
 *       becomes idle, and what comes while it is idle is sent at once: no watermark behind the
 *       exchange waits for it.
 *   <li>A record that is behind the watermark is sent at once and alone. So the operator behind the
 *       exchange drops, and counts, the same records as without the merge.
 *   <li>If each key has a watermark, computed from the rows that arrive, a key's slots are sent in
 *       order, each with the maximum time of its own records.
 *   <li>A record that is behind its key's watermark is also sent at once and alone, after all slots
 *       of the key. Then the operator behind the exchange has the same watermark of the key as if
 *       it had seen every record. If the key's slots were sent before, the merge no longer knows
 *       the key's watermark, but that operator does. So late records may still be merged into a
 *       slot, of which either all are late or none. For this case rows contain the number of their
 *       records.
 *   <li>A record that is too far ahead ({@link MaxLead}) is sent at once and alone, too. The
 *       operator behind the exchange decides about it, as its watermark is never ahead of this
 *       subtask's. The record does not advance its key's watermark.
 * </ul>
 */
public final class LocalMergeOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, BoundedOneInput {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(LocalMergeOperator.class);

  private static final RowData NO_COLUMNS = new GenericRowData(0);

  private final RowDataKeySelector keys;
  private final KeyLookup lookup;
  private final SlotAggregates aggregates;
  @Nullable private final SlotTimes times;
  private final EmitTriggers triggers;

  /** The memory budget in bytes; null for the operator's share. */
  @Nullable private Long budget;

  private int rowsOfProbe = ReductionProbe.ROWS;

  private transient TimestampedCollector<RowData> collector;
  private transient MergedRow merged;
  private transient SlotPool pool;
  private transient OperatorMemory memory;
  private transient HeldSlots held;
  private transient ReductionProbe probe;
  private transient LocalMergeMetrics localMergeMetrics;

  /** The condition on a record under which its key's rows are sent; null if there is none. */
  @Nullable private transient JoinCondition condition;

  /** How accumulators grow with the records; null if they do not. */
  @Nullable private transient RecordGrowth growth;

  /** Whether keys have a watermark each. */
  private transient boolean byKey;

  private transient MaxLead maxLead;

  /** Whether no watermark behind the exchange waits for this subtask: its records are not held. */
  private transient boolean isNotAwaited;

  /** The subtask's watermark, and what it means for keys that have their own; in ms. */
  private transient long watermark;

  private transient long bound;

  /** Whether it was already logged that merging does not pay off, and that the memory is full. */
  private transient boolean toldOfPassing;

  private transient boolean toldOfFullMemory;

  /** Fires when the oldest record has waited for the maximum delay; null if no timer is needed. */
  @Nullable private transient ScheduledFuture<?> delay;

  /**
   * @param keys of the exchange, in the input; a new row each time
   * @param lookup finds entries by the same keys
   * @param times null to merge all records of a key, whatever their time
   */
  public LocalMergeOperator(
      RowDataKeySelector keys,
      KeyLookup lookup,
      SlotAggregates aggregates,
      @Nullable SlotTimes times,
      EmitTriggers triggers) {
    this.keys = keys;
    this.lookup = lookup;
    this.aggregates = aggregates;
    this.times = times;
    this.triggers = triggers;
  }

  /** Sets the memory budget in bytes, instead of the operator's share. */
  void setBudget(long bytes) {
    budget = bytes;
  }

  /** Sets the number of rows after which the operator decides whether merging pays off. */
  void setRowsOfProbe(int rows) {
    rowsOfProbe = rows;
  }

  // ------------------------------------------------------------------------------ life cycle

  @Override
  public void open() throws Exception {
    super.open();
    collector = new TimestampedCollector<>(output);
    collector.eraseTimestamp();
    merged = new MergedRow(times);
    pool = new SlotPool(aggregates, getRuntimeContext());
    memory =
        budget == null
            ? OperatorMemory.of(getContainingTask().getEnvironment(), getOperatorConfig())
            : new OperatorMemory(budget);
    probe = new ReductionProbe(rowsOfProbe);
    held = new HeldSlots(keys, lookup.newMap(), pool, memory, this::sendHeld);
    growth = aggregates.growth().isNone() ? null : aggregates.growth();
    if (triggers.condition() != null) {
      condition =
          GeneratedFunctions.open(
              triggers.condition().newInstance(getRuntimeContext().getUserCodeClassLoader()),
              getRuntimeContext());
    }
    byKey = times != null && times.isByKey();
    maxLead =
        times == null
            ? MaxLead.unbounded()
            : times.maxLead(getProcessingTimeService()::getCurrentProcessingTime);
    watermark = Long.MIN_VALUE;
    bound = Long.MIN_VALUE;
    localMergeMetrics = new LocalMergeMetrics(metrics);
    localMergeMetrics.register(metrics, held, memory, probe);
    LOG.info(
        "{}: starts: holds up to {} bytes; sends {}; watermarks: {}.",
        logName(),
        memory.budget(),
        triggers,
        times == null ? "not used" : byKey ? "of keys" : "of the subtask");
  }

  /** The prefix of every log line. */
  private String logName() {
    return "Local merge, "
        + LogName.ofSubtask(
            getOperatorName(),
            getContainingTask().getEnvironment().getTaskInfo().getIndexOfThisSubtask());
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{}: sends {} rows, {} bytes, before checkpoint {}.",
          logName(),
          held.size(),
          memory.used(),
          checkpointId);
    }
    held.sendAll();
  }

  @Override
  public void endInput() throws Exception {
    held.sendAll();
  }

  @Override
  public void close() throws Exception {
    super.close();
    if (condition != null) {
      condition.close();
    }
    if (pool != null) {
      pool.close();
    }
    if (memory != null) {
      memory.close();
    }
  }

  // --------------------------------------------------------------------------------- records

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    localMergeMetrics.recordCame();
    if (times == null) {
      merge(row, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    } else {
      long time = times.time().of(row);
      long end = times.slots().endOf(time);
      merge(row, time, end, times.slots().passTime(end));
    }
  }

  /**
   * @param end of the slot
   * @param passTime of the slot; all in ms
   */
  private void merge(RowData row, long time, long end, long passTime) throws Exception {
    if (probe.isPassing()) {
      pass(row, time, end);
      return;
    }
    if (isNotAwaited) {
      sendAlone(row, time, end);
      return;
    }
    boolean isTooFarAhead = maxLead.isExceededBy(time);
    KeySlots ofKey = passTime <= bound || isTooFarAhead ? held.find(row) : held.ofRecord(row);
    boolean isLate = ofKey != null && passTime <= ofKey.watermark && isLateFor(ofKey, end);
    if (isLate || isTooFarAhead) {
      sendAloneBehindItsKeys(ofKey, row, time, end);
      return;
    }
    if (passTime <= bound) {
      // the key's held slots add nothing to the bound, so they stay, unless a trigger sends them
      sendAloneBehindItsKeys(isTrigger(row) ? ofKey : null, row, time, end);
      return;
    }
    probe.recordCame();
    Slot slot = ofKey.find(end);
    if (slot == null) {
      slot = open(ofKey, end, passTime);
    }
    slot.accumulate(row);
    slot.records++;
    slot.maxTime = Math.max(slot.maxTime, time);
    if (byKey) {
      ofKey.watermark = Math.max(ofKey.watermark, times.time().watermark(time));
    }
    if (growth != null) {
      held.grow(slot, growth.of(row));
    }
    sendIfTriggered(row, ofKey, slot);
  }

  /** Sends a record unmerged, behind all that is held. */
  private void pass(RowData row, long time, long end) throws Exception {
    if (held.size() > 0) {
      held.sendAll();
    }
    localMergeMetrics.recordPassed();
    sendAlone(row, time, end);
    if (probe.recordPassed()) {
      LOG.debug("{}: merges records again, to see whether it reduces them.", logName());
    }
  }

  /** Logs only the first time, as it may happen every second. */
  private void tellOfPassing() {
    String text =
        "{}: merging has little effect: there were at least {} rows for 100 records. The next {}"
            + " records are passed on unmerged; then merging is tried again.";
    Object[] values = {logName(), Math.round(ReductionProbe.POOR * 100), probe.remaining()};
    if (toldOfPassing) {
      LOG.debug(text, values);
    } else {
      toldOfPassing = true;
      LOG.info(text, values);
    }
  }

  /** Whether the key's own time has passed a window that a slot is in. */
  private boolean isLateFor(KeySlots ofKey, long end) {
    return times.slots().isSlicePassed(end, ofKey.watermark);
  }

  private Slot open(KeySlots ofKey, long end, long passTime) throws Exception {
    Slot slot = held.open(ofKey, end, passTime);
    probe.slotWasOpened(held.size());
    if (probe.isPassing()) {
      tellOfPassing();
    }
    if (times != null) {
      if (passTime > watermark) {
        held.dueAtWatermark(ofKey, passTime);
      } else {
        openTrailing(ofKey, end, passTime);
      }
    }
    if (triggers.hasDelay() && delay == null) {
      startDelay();
    }
    return slot;
  }

  /** Opens a slot of a key that trails the subtask. */
  private void openTrailing(KeySlots ofKey, long end, long passTime) {
    if (bound != Long.MIN_VALUE) {
      held.dueAtBound(ofKey, passTime);
    }
    if (times.tellsRecords()) {
      long lastPassTime = times.lastPassTime(end);
      if (lastPassTime > watermark) { // otherwise its records would count as late
        held.dueAtWatermark(ofKey, lastPassTime);
      }
    }
  }

  private void sendIfTriggered(RowData row, KeySlots ofKey, Slot slot) throws Exception {
    if (memory.isFull()) {
      localMergeMetrics.memoryWasFull();
      tellOfFullMemory();
      held.sendAll();
    } else if (isTrigger(row)) {
      held.sendUpTo(ofKey, Long.MAX_VALUE);
    } else {
      if (slot.records >= triggers.records()) {
        held.sendUpTo(ofKey, slot.end);
      }
      if (triggers.atSlotEnd() && byKey && !ofKey.isEmpty()) {
        held.sendPassed(ofKey, ofKey.watermark);
      }
    }
  }

  /** Whether the record causes what is held of its key to be sent. */
  private boolean isTrigger(RowData row) {
    return condition != null && condition.apply(row, NO_COLUMNS);
  }

  /** Logs only the first time: a metric counts all cases. */
  private void tellOfFullMemory() {
    if (!toldOfFullMemory) {
      toldOfFullMemory = true;
      LOG.debug(
          "{}: its memory of {} bytes is full for the first time; it sends all {} rows.",
          logName(),
          memory.budget(),
          held.size());
    }
  }

  // ------------------------------------------------------------------------- watermark, timer

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    // a source that was idle says that it is active with its next watermark, not with its records
    isNotAwaited = status.isIdle() && times != null && times.hasBound();
    if (status.isIdle()) {
      if (times != null) {
        held.sendAll(); // an idle subtask holds back no watermark, so it would become late
      }
      maxLead.becomeIdle();
    }
    super.processWatermarkStatus(status);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (times != null) {
      if (maxLead.advance(mark.getTimestamp())) {
        held.sendAll(); // it arrived while the limit was that of the clock, which applies to it
      }
      watermark = mark.getTimestamp();
      bound = times.bound(watermark);
      held.sendDue(watermark, bound);
    }
    if (mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
      held.sendAll(); // this watermark arrives before the end of the input
    }
    super.processWatermark(mark);
  }

  private void startDelay() {
    long now = getProcessingTimeService().getCurrentProcessingTime();
    delay = getProcessingTimeService().registerTimer(now + triggers.delay(), time -> endDelay());
  }

  private void endDelay() throws Exception {
    delay = null;
    held.sendAll();
  }

  // ---------------------------------------------------------------------------------- output

  private void sendHeld(RowData key, Slot slot) throws Exception {
    if (!probe.isPassing()) { // otherwise it is the rest of what was held
      probe.rowWasSent(slot.records);
      if (probe.isPassing()) {
        tellOfPassing();
      }
    }
    send(key, slot);
  }

  private void send(RowData key, Slot slot) throws Exception {
    localMergeMetrics.rowWasSent();
    collector.collect(merged.of(key, slot));
  }

  /**
   * Sends the key's slots, then the record alone: the operator behind the exchange decides whether
   * it is late.
   *
   * @param ofKey null if they stay, or if there are none
   */
  private void sendAloneBehindItsKeys(@Nullable KeySlots ofKey, RowData row, long time, long end)
      throws Exception {
    if (ofKey != null) {
      held.sendUpTo(ofKey, Long.MAX_VALUE);
    }
    sendAlone(row, time, end);
  }

  private void sendAlone(RowData row, long time, long end) throws Exception {
    Slot slot = pool.take();
    slot.end = end;
    slot.maxTime = time;
    slot.records = 1;
    slot.accumulate(row);
    send(keys.getKey(row), slot);
    pool.giveBack(slot);
  }
}
