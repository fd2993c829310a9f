/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorStateContext;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.BiFunctionWithException;

/**
 * An operator around another one, to which all calls are delegated. Those for elements of the
 * inputs are left to subclasses.
 *
 * @param <S> the kind of the operator inside, with one input or two
 */
public abstract class WrappingOperator<S extends StreamOperator<RowData>>
    implements StreamOperator<RowData> {

  private static final long serialVersionUID = 1L;

  /** The operator inside. */
  protected final S stock;

  protected WrappingOperator(S stock) {
    this.stock = stock;
  }

  /** The operator inside. */
  public final S stock() {
    return stock;
  }

  @Override
  public void initializeState(StreamTaskStateInitializer initializer) throws Exception {
    stock.initializeState(initializer);
  }

  /**
   * Initializes the operator inside.
   *
   * @param context makes of Flink's context, and the service of processing time, the one that the
   *     operator inside gets
   */
  protected final void initializeState(
      StreamTaskStateInitializer initializer,
      BiFunctionWithException<
              StreamOperatorStateContext,
              ProcessingTimeService,
              StreamOperatorStateContext,
              Exception>
          context)
      throws Exception {
    stock.initializeState(
        (id, name, processingTime, keyContext, keySerializer, registry, metrics, managed, raw) ->
            context.apply(
                initializer.streamOperatorStateContext(
                    id,
                    name,
                    processingTime,
                    keyContext,
                    keySerializer,
                    registry,
                    metrics,
                    managed,
                    raw),
                processingTime));
  }

  @Override
  public void open() throws Exception {
    stock.open();
  }

  @Override
  public void finish() throws Exception {
    stock.finish();
  }

  @Override
  public void close() throws Exception {
    stock.close();
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    stock.prepareSnapshotPreBarrier(checkpointId);
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory storage)
      throws Exception {
    return stock.snapshotState(checkpointId, timestamp, options, storage);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    stock.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    stock.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void setKeyContextElement1(StreamRecord<?> record) throws Exception {
    stock.setKeyContextElement1(record);
  }

  @Override
  public void setKeyContextElement2(StreamRecord<?> record) throws Exception {
    stock.setKeyContextElement2(record);
  }

  @Override
  public void setCurrentKey(Object key) {
    stock.setCurrentKey(key);
  }

  @Override
  public Object getCurrentKey() {
    return stock.getCurrentKey();
  }

  @Override
  public OperatorMetricGroup getMetricGroup() {
    return stock.getMetricGroup();
  }

  @Override
  public OperatorID getOperatorID() {
    return stock.getOperatorID();
  }
}
