/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync;

import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.placement.CoordinatorMessages;

/**
 * A keyed operator behind a {@link SyncedInput}. While no keys are moved, all input is passed on
 * unchanged.
 */
abstract class SyncedOperator<S extends StreamOperator<RowData>>
    implements StreamOperator<RowData> {

  private static final long serialVersionUID = 1L;

  final S stock;
  final transient SyncedInput input;
  final transient SyncedKeys keys;

  private final transient CoordinatorMessages messages;

  SyncedOperator(S stock, SyncedInput input, SyncedKeys keys, CoordinatorMessages messages) {
    this.stock = stock;
    this.input = input;
    this.keys = keys;
    this.messages = messages;
  }

  @Override
  public void open() throws Exception {
    input.register(stock.getMetricGroup());
    stock.open();
    keys.open();
    messages.start();
  }

  @Override
  public void close() throws Exception {
    messages.close();
    stock.close();
  }

  // ------------------------------------------------------------------------------- delegated

  @Override
  public void initializeState(StreamTaskStateInitializer initializer) throws Exception {
    stock.initializeState(initializer);
  }

  @Override
  public void finish() throws Exception {
    stock.finish();
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
  @SuppressWarnings("unchecked") // the operator's input
  public void setKeyContextElement1(StreamRecord<?> record) throws Exception {
    if (input.passes((StreamRecord<RowData>) record)) {
      stock.setKeyContextElement1(record);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the operator's input
  public void setKeyContextElement2(StreamRecord<?> record) throws Exception {
    if (input.passes((StreamRecord<RowData>) record)) {
      stock.setKeyContextElement2(record);
    }
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
