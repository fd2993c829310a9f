/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.function.LongSupplier;
import javax.annotation.Nullable;
import org.apache.flink.annotation.VisibleForTesting;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.join.temporal.TemporalRowTimeJoinOperator;
import org.trilink.runtime.move.state.WrapsKeyedOperator;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.operator.WrappingOperator;
import org.trilink.runtime.state.MatchStateStore;
import org.trilink.runtime.state.TakesStateFromContext;

/**
 * A stock operator whose timer services show it the watermark of the current key.
 *
 * <p>All calls are delegated to the stock operator, with three exceptions. The state context gets
 * our own time service manager ({@link KeyTimeServiceManager}). After each record the key's
 * watermark advances and its timers fire. The subtask's watermark is replaced by the bound that it
 * sets for all keys ({@link KeyWatermarkPolicy#lowerBound}), which is also forwarded downstream.
 */
abstract class KeyWatermarkOperator<S extends StreamOperator<RowData>> extends WrappingOperator<S>
    implements CurrentKeyWatermark, WrapsKeyedOperator<RowData> {

  private static final long serialVersionUID = 1L;

  /**
   * Records at or behind their key's effective watermark ({@link InputTime#behindFrom}). The
   * operator drops them if they bring their windows along; else it may still take them.
   */
  static final String BEHIND_KEY_WATERMARK = "numRecordsBehindKeyWatermark";

  /**
   * Records at or behind the subtask's watermark: those that would be behind without key-level
   * watermarks.
   */
  static final String BEHIND_SUBTASK_WATERMARK = "numRecordsBehindSubtaskWatermark";

  /** The record does not advance its key's watermark. */
  static final long UNMOVED = Long.MIN_VALUE;

  private final KeyWatermarkPolicy policy;
  private final int inputs;

  private final transient TaskInfo task;

  /**
   * Size of the cache in front of a backend that serializes keys, in bytes; null for the operator's
   * share.
   */
  @Nullable private transient Long cacheBudget;

  @Nullable private transient OperatorMemory memory;
  private transient KeyTimeServiceManager<?> keyTime;
  private transient long subtaskWatermark;
  private transient LongSupplier clock;

  /** Counts the records that are too far ahead; null without a max lead, as no record is then. */
  @Nullable private transient RecordsBeyondMaxLead beyondMaxLead;

  private transient Counter behindKeyWatermark;
  private transient Counter behindSubtaskWatermark;

  /**
   * @param inputs 1 or 2
   */
  KeyWatermarkOperator(S stock, int inputs, KeyWatermarkPolicy policy, TaskInfo task) {
    super(stock);
    this.inputs = inputs;
    this.policy = policy;
    this.task = task;
  }

  /** Sets the size of the cache in bytes, instead of the operator's share of the heap. */
  @VisibleForTesting
  void setCacheBudget(long bytes) {
    cacheBudget = bytes;
  }

  // ------------------------------------------------------------------------------ event time

  @Override
  public void initializeState(StreamTaskStateInitializer initializer) throws Exception {
    initializeState(
        initializer,
        (flinks, processingTime) -> {
          memory =
              cacheBudget == null
                  ? OperatorMemory.inFrontOf(
                      flinks.keyedStateBackend(),
                      ((AbstractStreamOperator<?>) stock).getContainingTask().getEnvironment())
                  : new OperatorMemory(cacheBudget.longValue());
          KeyTimeStateContext context =
              KeyTimeStateContext.of(flinks, policy, inputs, task, memory);
          keyTime = context.internalTimerServiceManager();
          clock = processingTime::getCurrentProcessingTime;
          return context;
        });
    subtaskWatermark = Long.MIN_VALUE;
  }

  @Override
  public void open() throws Exception {
    behindKeyWatermark = stock.getMetricGroup().counter(BEHIND_KEY_WATERMARK);
    behindSubtaskWatermark = stock.getMetricGroup().counter(BEHIND_SUBTASK_WATERMARK);
    if (policy.isLeadBounded()) {
      beyondMaxLead = new RecordsBeyondMaxLead(policy, stock.getMetricGroup(), task);
    }
    keyTime.register(stock.getMetricGroup());
    if (canCacheState()) {
      keyTime.cacheStateOf((AbstractStreamOperator<?>) stock);
    } else if (MatchStateStore.isMatch(stock)) {
      keyTime.cacheStateOfMatch((AbstractStreamOperator<?>) stock);
    }
    stock.open();
    keyTime.open(takesLateRecords());
  }

  /** Whether the operator takes its states from its context, and writes none in a snapshot. */
  private boolean canCacheState() {
    return stock instanceof KeyedProcessOperator
        ? !(((KeyedProcessOperator<?, ?, ?>) (StreamOperator<?>) stock).getUserFunction()
            instanceof CheckpointedFunction)
        : stock instanceof TakesStateFromContext || stock instanceof TemporalRowTimeJoinOperator;
  }

  /** Whether it may take a record that is behind the watermark: OVER and joins without windows. */
  private boolean takesLateRecords() {
    return stock instanceof KeyedProcessOperator
        || stock instanceof KeyedCoProcessOperator
        || stock instanceof TakesLateRecords
        || stock instanceof TemporalRowTimeJoinOperator;
  }

  /** Creates the max lead of an input that has had no watermark yet. */
  final MaxLead newMaxLead() {
    return MaxLead.of(policy, clock);
  }

  /** Counts a record that is too far ahead; returns whether it is to be dropped. */
  final boolean isDroppedBeyondMaxLead() {
    return beyondMaxLead.areDropped(1);
  }

  /**
   * Counts a record of the current key. Called before the operator receives the record, as it may
   * change it.
   *
   * @param behindFrom the first watermark that the record is behind, in ms
   */
  final void count(long behindFrom) {
    boolean isBehindSubtask = behindFrom <= subtaskWatermark;
    if (behindFrom <= keyTime.selectedKeysWatermark()) {
      behindKeyWatermark.inc();
      if (!isBehindSubtask) {
        keyTime.selectedKeyIsOutOfOrder();
      }
    }
    if (isBehindSubtask) {
      behindSubtaskWatermark.inc();
    }
  }

  @Override
  public final long currentKeyWatermark() {
    return keyTime.currentWatermark();
  }

  /**
   * Advances the current key's watermark, after the operator has processed a record of an input.
   *
   * @param watermark in ms; {@link #UNMOVED} for a record that is too far ahead
   */
  final void advanceKey(int input, long watermark) throws Exception {
    keyTime.advanceSelectedKey(input, watermark);
  }

  /**
   * Advances the subtask's watermark.
   *
   * @return whether the bound of all keys has advanced; then the operator must get it as its
   *     watermark
   */
  final boolean advanceSubtask(long watermark) throws Exception {
    subtaskWatermark = watermark;
    return keyTime.advance(watermark);
  }

  /** An input, 1 or 2, has ended while the other one goes on. */
  final void endOneOfTwo(int input) throws Exception {
    keyTime.endInput(input);
  }

  /** The watermark that all keys have reached, in ms. */
  final long bound() {
    return policy.lowerBound(subtaskWatermark);
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory storage)
      throws Exception {
    keyTime.prepareSnapshot();
    return stock.snapshotState(checkpointId, timestamp, options, storage);
  }

  KeyTimeServiceManager<?> keyTime() {
    return keyTime;
  }

  // ------------------------------------------------------------------------- keys that move

  @Override
  public StreamOperator<?> wrapped() {
    return stock;
  }

  @Override
  public InternalTimeServiceManager<RowData> flinksTimeServices() {
    return keyTimeOfRows().flinks();
  }

  @Override
  @Nullable
  public String obstacleToMoving() {
    return keyTime.obstacleToMoving();
  }

  @Override
  public void flush() {
    keyTime.flush();
  }

  @Override
  public void takeOut(RowData key, DataOutputView own) throws Exception {
    keyTimeOfRows().takeOut(key, own);
  }

  @Override
  public void putIn(RowData key, DataInputView own) throws Exception {
    keyTimeOfRows().putIn(key, own);
  }

  @SuppressWarnings("unchecked") // the keys of a table operator are rows
  private KeyTimeServiceManager<RowData> keyTimeOfRows() {
    return (KeyTimeServiceManager<RowData>) keyTime;
  }

  // ------------------------------------------------------------------------------- life cycle

  @Override
  public void close() throws Exception {
    if (memory != null) {
      memory.close();
    }
    super.close();
  }
}
