package org.trilink.planner.runtime;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.types.Row;

/**
 * Emits rows in their order and remembers its position. It ends behind the last row; at an earlier
 * limit it waits to be stopped.
 */
final class RowsSource implements SourceFunction<Row>, CheckpointedFunction {

  private static final long serialVersionUID = 1L;

  // One job runs at a time, in this JVM.
  private static volatile CompletableFuture<Void> limitReached = new CompletableFuture<>();

  private final List<Row> rows;
  private final int limit;
  private int position;
  private volatile boolean running = true;
  private transient ListState<Integer> state;

  RowsSource(List<Row> rows, int limit) {
    this.rows = rows;
    this.limit = limit;
  }

  /** Completes when the next job's source has emitted all rows before its limit. */
  static CompletableFuture<Void> awaitLimit() {
    limitReached = new CompletableFuture<>();
    return limitReached;
  }

  @Override
  public void run(SourceContext<Row> context) throws Exception {
    while (running && position < limit) {
      synchronized (context.getCheckpointLock()) {
        context.collect(rows.get(position));
        position++;
      }
    }
    if (limit < rows.size()) {
      limitReached.complete(null);
      synchronized (this) {
        while (running) {
          wait();
        }
      }
    }
  }

  @Override
  public synchronized void cancel() {
    running = false;
    notifyAll();
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.clear();
    state.add(position);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("position", Integer.class));
    for (int restored : state.get()) {
      position = restored;
    }
  }
}
