/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.types.Row;

/**
 * Keeps a job's results in the job's own state, so that after a crash or a restore from a savepoint
 * it has all results of the job. It has as many subtasks as the query, which may fail one by one.
 * One job runs at a time, in this JVM.
 */
final class StatefulResultsSink implements SinkFunction<Row>, CheckpointedFunction {

  private static final long serialVersionUID = 1L;

  private static final Queue<String> AT_THE_END = new ConcurrentLinkedQueue<>();

  private final List<String> rows = new ArrayList<>();
  private transient ListState<String> state;

  static void clear() {
    AT_THE_END.clear();
  }

  /** The final rows of the changes, sorted. */
  static List<String> rows() {
    List<String> left = new ArrayList<>();
    List<String> retracted = new ArrayList<>();
    for (String change : AT_THE_END) {
      (change.startsWith("+") ? left : retracted).add(change.substring(2));
    }
    for (String row : retracted) {
      if (!left.remove(row)) {
        throw new IllegalStateException("Taken back, but never inserted: " + row);
      }
    }
    left.sort(null);
    return left;
  }

  @Override
  public void invoke(Row row, Context context) {
    rows.add(row.toString());
  }

  @Override
  public void finish() {
    AT_THE_END.addAll(rows);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.update(rows);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("rows", String.class));
    state.get().forEach(rows::add);
  }
}
