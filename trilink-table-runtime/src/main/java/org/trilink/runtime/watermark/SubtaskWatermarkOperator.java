/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.flink.StateField;
import org.trilink.runtime.move.state.WrapsKeyedOperator;
import org.trilink.runtime.operator.WrappingOperator;

/**
 * A stock operator that goes by the subtask's watermark, which is part of its state: what was late
 * before a restore is late after it.
 *
 * <p>Flink 1.14 restores windows and timers, but no watermark (FLINK-24501). Until the first one
 * arrives, no record is late, so a window that was fired and cleared is opened again by a late
 * record, and fired a second time with nothing else in it. Here the operator starts at the
 * watermark that its key groups had. Watermarks behind that are dropped.
 *
 * <p>At another parallelism, key groups may have had different watermarks; the operator has one, so
 * it starts at the minimum. A snapshot without the state starts without a watermark, as in Flink.
 */
abstract class SubtaskWatermarkOperator<S extends StreamOperator<RowData>>
    extends WrappingOperator<S> implements WrapsKeyedOperator<RowData> {

  private static final long serialVersionUID = 1L;

  private static final String STATE = "trilink-subtask-watermark";

  private final transient TaskInfo task;
  private transient ListState<Tuple3<Integer, Integer, Long>> state;
  private transient KeyWatermarkBound watermark;

  SubtaskWatermarkOperator(S stock, TaskInfo task) {
    super(stock);
    this.task = task;
  }

  @Override
  public void initializeState(StreamTaskStateInitializer initializer) throws Exception {
    initializeState(
        initializer,
        (context, processingTime) -> {
          state =
              context
                  .operatorStateBackend()
                  .getUnionListState(
                      new ListStateDescriptor<>(STATE, KeyWatermarkBound.STATE_TYPE));
          return context;
        });
    watermark =
        KeyWatermarkBound.of(
            task.getMaxNumberOfParallelSubtasks(),
            task.getNumberOfParallelSubtasks(),
            task.getIndexOfThisSubtask(),
            state.get());
  }

  @Override
  public void open() throws Exception {
    super.open();
    if (watermark.ofAllKeys() != Long.MIN_VALUE) {
      restore(new Watermark(watermark.ofAllKeys()));
    }
  }

  /** Brings the operator, which is open, to the watermark that it had. */
  abstract void restore(Watermark mark) throws Exception;

  /** Advances the subtask's watermark, in ms; returns whether it has advanced. */
  final boolean advance(long newWatermark) {
    return watermark.advance(newWatermark);
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory storage)
      throws Exception {
    state.update(watermark.snapshot());
    return super.snapshotState(checkpointId, timestamp, options, storage);
  }

  // ------------------------------------------------------------------------- keys that move

  @Override
  public StreamOperator<?> wrapped() {
    return stock;
  }

  @Override
  @SuppressWarnings("unchecked") // the keys of a table operator are rows
  public InternalTimeServiceManager<RowData> flinksTimeServices() {
    return StateField.OPERATOR_TIME_SERVICES.of(stock, InternalTimeServiceManager.class);
  }

  @Override
  @Nullable
  public String obstacleToMoving() {
    return watermark.isSettled() ? null : KeyWatermarkBound.NOT_SETTLED;
  }
}
