/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.types.Row;

/** Rows (key INT, value INT), the first half of which is in a checkpoint when it fails, once. */
final class FailingSource implements SourceFunction<Row>, CheckpointedFunction, CheckpointListener {

  private static final long serialVersionUID = 1L;

  /** In this JVM, across restarts. */
  static final AtomicInteger FAILURES = new AtomicInteger();

  private final int count;
  private transient int position;
  private transient long checkpointOfHalf;
  private transient volatile boolean isHalfSaved;
  private transient volatile boolean isCancelled;
  private transient ListState<Integer> positions;

  FailingSource(int count) {
    this.count = count;
  }

  static Row row(int position) {
    return Row.of(position % 2, position * 7919 % 10_007);
  }

  @Override
  public void run(SourceContext<Row> context) throws Exception {
    Object lock = context.getCheckpointLock();
    while (position < count && !isCancelled) {
      synchronized (lock) {
        if (position == count / 2 && FAILURES.get() == 0) {
          failWhenSaved(lock);
        }
        context.collect(row(position));
        position++;
      }
    }
  }

  private void failWhenSaved(Object lock) throws InterruptedException {
    while (!isHalfSaved && !isCancelled) {
      // lets the checkpoint in
      lock.wait(10);
    }
    FAILURES.incrementAndGet();
    throw new IllegalStateException("fails as it should");
  }

  @Override
  public void cancel() {
    isCancelled = true;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    positions.clear();
    positions.add(position);
    if (position == count / 2) {
      checkpointOfHalf = context.getCheckpointId();
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) {
    isHalfSaved = checkpointOfHalf > 0 && checkpoint >= checkpointOfHalf;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    positions =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("position", Integer.class));
    for (Integer restored : positions.get()) {
      position = restored;
    }
  }
}
