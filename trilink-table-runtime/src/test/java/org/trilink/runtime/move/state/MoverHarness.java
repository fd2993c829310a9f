/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;

/** A subtask of a Flink operator from which and to which keys can be moved. */
final class MoverHarness extends KeyedHarness<String> {

  private MoverHarness(
      KeyedOperator operator,
      AbstractStreamOperator<RowData> keyed,
      Keys keys,
      StateBackend backend,
      int parallelism,
      int subtask)
      throws Exception {
    super(
        keyed,
        operator.wrap(keyed),
        keys,
        operator.output(),
        row -> row.getRowKind().shortString() + operator.show(row),
        backend,
        parallelism,
        subtask);
  }

  static MoverHarness open(
      KeyedOperator operator,
      Keys keys,
      StateBackend backend,
      int parallelism,
      int subtask,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    return open(operator, keys, backend, parallelism, subtask, state, 0);
  }

  /** Opens a subtask of an operator at a processing time, in ms. */
  static MoverHarness open(
      KeyedOperator operator,
      Keys keys,
      StateBackend backend,
      int parallelism,
      int subtask,
      @Nullable OperatorSubtaskState state,
      long processingTime)
      throws Exception {
    MoverHarness harness =
        new MoverHarness(operator, operator.create(), keys, backend, parallelism, subtask);
    harness.processingTime(processingTime);
    harness.open(state);
    return harness;
  }

  KeyedStateMover<RowData> mover() {
    return KeyedStateMover.of(running());
  }

  private InternalTimeServiceManagerImpl<RowData> timeServices() {
    return (InternalTimeServiceManagerImpl<RowData>)
        MovableOperator.<RowData>of(running()).timeServices;
  }

  /** Flushes what is buffered for all keys to keyed state. */
  void flush() throws Exception {
    running().prepareSnapshotPreBarrier(-1);
  }

  int eventTimeTimers() {
    return timeServices().numEventTimeTimers();
  }

  int processingTimeTimers() {
    return timeServices().numProcessingTimeTimers();
  }
}
