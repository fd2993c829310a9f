/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.move.protocol.SyncMessage;
import org.trilink.runtime.move.protocol.SyncReceiver;
import org.trilink.runtime.placement.CarriedKeySelector;
import org.trilink.runtime.placement.MarkerRow;
import org.trilink.runtime.placement.SyncProbe;

/**
 * The input of a keyed operator whose keys may move: filters markers out and holds what must wait
 * for a key's state.
 */
final class SyncedInput {

  private static final long WAIT_BYTES = 32L << 20;
  private static final long FAIL_BYTES = 256L << 20;

  /** Overhead of a held record, in bytes. */
  private static final int RECORD_BYTES = 120;

  private final CarriedKeySelector[] keys;
  private final int maxParallelism;
  private final MailboxExecutor mailbox;
  private final SyncReceiver<StreamRecord<RowData>> sync;
  private final SyncMetrics metrics;

  /**
   * @param keys of the inputs
   * @param mailbox of the operator, through which messages of the coordinator arrive
   * @param metrics of the operator, too
   */
  SyncedInput(
      SyncedKeys operator,
      CarriedKeySelector[] keys,
      TaskInfo task,
      MailboxExecutor mailbox,
      SyncMetrics metrics) {
    this.keys = keys;
    this.maxParallelism = task.getMaxNumberOfParallelSubtasks();
    this.mailbox = mailbox;
    this.metrics = metrics;
    sync =
        new SyncReceiver<>(
            keys.length,
            KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                maxParallelism, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask()),
            WAIT_BYTES,
            FAIL_BYTES,
            operator,
            operator);
  }

  void register(MetricGroup group) {
    metrics.register(group, sync);
  }

  /** Whether a record can be passed directly to the operator, which is nearly always the case. */
  boolean passes(StreamRecord<RowData> record) {
    return !sync.isHolding() && !(record.getValue() instanceof MarkerRow);
  }

  /** Handles a record that does not {@link #passes pass}. */
  void take(int input, StreamRecord<RowData> record, SyncedKeys operator) throws Exception {
    RowData row = record.getValue();
    if (row instanceof MarkerRow) {
      sync.marker(((MarkerRow) row).marker());
      metrics.holds(sync.isHolding(), System.nanoTime());
      return;
    }
    PlacedKey key = (PlacedKey) keys[input].getKey(row);
    if (sync.holds(key.key(), key.keyGroup(maxParallelism))) {
      sync.hold(input, record.copy(row), sizeOf(row));
    } else {
      operator.processRecord(input, record);
    }
    while (sync.mustWait()) {
      mailbox.yield();
    }
  }

  private static int sizeOf(RowData row) {
    return RECORD_BYTES
        + (row instanceof BinaryRowData ? ((BinaryRowData) row).getSizeInBytes() : 0);
  }

  void watermark(int input, long timestamp) throws Exception {
    sync.watermark(input, timestamp);
  }

  void status(int input, boolean idle) throws Exception {
    sync.status(input, idle);
  }

  /** Handles a message of the coordinator; returns whether a Sync is under way. */
  boolean onMessage(OperatorEvent message) throws Exception {
    SyncMessage.ToReceiver word = (SyncMessage.ToReceiver) message;
    SyncProbe.installed().before(word);
    word.deliver(sync);
    SyncProbe.installed().after(word);
    metrics.holds(sync.isHolding(), System.nanoTime());
    return !sync.isIdle();
  }
}
