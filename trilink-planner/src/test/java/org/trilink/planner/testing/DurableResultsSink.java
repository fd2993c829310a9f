/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.types.Row;

/**
 * Keeps a job's results in the job's own state, so that after a crash they are restored from the
 * checkpoint.
 */
public final class DurableResultsSink implements SinkFunction<Row>, CheckpointedFunction {

  private static final long serialVersionUID = 1L;

  // One job runs at a time, in this JVM.
  private static volatile List<String> atTheEnd = List.of();

  private final List<String> rows = new ArrayList<>();
  private transient ListState<String> state;

  public static void clear() {
    atTheEnd = List.of();
  }

  /** All results of the job; empty if it did not finish. */
  public static List<String> results() {
    return atTheEnd;
  }

  @Override
  public void invoke(Row row, Context context) {
    rows.add(row.toString());
  }

  @Override
  public void finish() {
    atTheEnd = List.copyOf(rows);
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
