/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.aggregate;

import javax.annotation.Nullable;
import org.apache.flink.annotation.VisibleForTesting;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction;
import org.trilink.runtime.move.state.HandsOverKeys;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.state.KeyedValues;

/**
 * Flink's unbounded GROUP BY, with its accumulators as objects: they are changed in place on the
 * heap, and with another backend those of as many keys as the operator's share of the heap allows
 * are cached in front of it, as are the values of DISTINCT. Flink's operator reads and writes them
 * for each record.
 *
 * <p>State and results are those of Flink's operator. With a time to live, everything stays in
 * Flink's state, as that time counts from the last access there.
 */
public final class GroupAggOperator extends KeyedProcessOperator<RowData, RowData, RowData>
    implements HandsOverKeys<RowData> {

  private static final long serialVersionUID = 1L;

  /** Size of the cache in bytes; null for the operator's share of the heap. */
  @Nullable private Long cacheBudget;

  @Nullable private transient OperatorMemory memory;
  private transient KeyedValues<RowData> values;

  /** Creates the operator around Flink's function. */
  public GroupAggOperator(GroupAggFunction function) {
    super(function);
  }

  /** Sets the size of the cache in bytes, instead of the operator's share of the heap. */
  @VisibleForTesting
  void setCacheBudget(long bytes) {
    cacheBudget = bytes;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    CheckpointableKeyedStateBackend<RowData> backend =
        (CheckpointableKeyedStateBackend<RowData>) super.<RowData>getKeyedStateBackend();
    memory =
        cacheBudget == null
            ? OperatorMemory.inFrontOf(backend, getContainingTask().getEnvironment())
            : new OperatorMemory(cacheBudget.longValue());
    values = KeyedValues.ofSmall(backend, !context.isRestored(), memory);
  }

  @Override
  public void open() throws Exception {
    values.register(getMetricGroup());
    getRuntimeContext().setKeyedStateStore(new AccumulatorStore(getKeyedStateStore(), values));
    super.open();
  }

  @Override
  public void processElement(StreamRecord<RowData> record) throws Exception {
    super.processElement(record);
    values.leave();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    values.flush();
    super.snapshotState(context);
  }

  @Override
  public void close() throws Exception {
    if (memory != null) {
      memory.close();
    }
    super.close();
  }

  // ------------------------------------------------------------------------- keys that move

  @Override
  public void flush() {
    values.flush();
  }

  @Override
  public void takeOut(RowData key, DataOutputView own) {
    values.handOver();
  }

  @Override
  public void putIn(RowData key, DataInputView own) {
    values.handOver(); // it may have been selected before, when it had nothing
  }
}
