/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.window.StateBackends;

/** All subtasks of an operator behind Flink's partitioner. */
final class Subtasks implements AutoCloseable {

  private final KeyGroupStreamPartitioner<RowData, RowData> partitioner;
  private final List<KeyedOperatorHarness> subtasks = new ArrayList<>();

  private Subtasks(KeyedOperator operator, int parallelism) {
    partitioner =
        new KeyGroupStreamPartitioner<>(
            operator.keys().selector(), operator.keys().maxParallelism());
    partitioner.setup(parallelism);
  }

  static Subtasks open(KeyedOperator operator, StateBackends backend, int parallelism)
      throws Exception {
    Subtasks all = new Subtasks(operator, parallelism);
    for (int i = 0; i < parallelism; i++) {
      all.subtasks.add(KeyedOperatorHarness.open(operator, backend, parallelism, i, null));
    }
    return all;
  }

  static Subtasks restore(
      KeyedOperator operator,
      StateBackends backend,
      int parallelism,
      OperatorSubtaskState state,
      int formerParallelism)
      throws Exception {
    Subtasks all = new Subtasks(operator, parallelism);
    for (int i = 0; i < parallelism; i++) {
      OperatorSubtaskState part =
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              state, operator.keys().maxParallelism(), formerParallelism, parallelism, i);
      all.subtasks.add(KeyedOperatorHarness.open(operator, backend, parallelism, i, part));
    }
    return all;
  }

  /** Sends a row to its subtask, and says which one that is. */
  int read(RowData row) throws Exception {
    SerializationDelegate<StreamRecord<RowData>> record = new SerializationDelegate<>(null);
    record.setInstance(new StreamRecord<>(row));
    int subtask = partitioner.selectChannel(record);
    subtasks.get(subtask).process(row);
    return subtask;
  }

  void watermark(long watermark) throws Exception {
    for (KeyedOperatorHarness subtask : subtasks) {
      subtask.watermark(watermark);
    }
  }

  /** The rows that came out since the last call, by subtask. */
  List<String> rows() {
    return subtasks.stream().flatMap(subtask -> subtask.rows().stream()).toList();
  }

  int timers() {
    return subtasks.stream().mapToInt(KeyedOperatorHarness::timers).sum();
  }

  OperatorSubtaskState snapshot() throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (KeyedOperatorHarness subtask : subtasks) {
      states.add(subtask.snapshot());
    }
    return AbstractStreamOperatorTestHarness.repackageState(
        states.toArray(OperatorSubtaskState[]::new));
  }

  @Override
  public void close() throws Exception {
    for (KeyedOperatorHarness subtask : subtasks) {
      subtask.close();
    }
  }
}
