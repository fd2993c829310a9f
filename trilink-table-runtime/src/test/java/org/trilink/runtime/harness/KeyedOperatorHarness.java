/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.harness;

import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.runtime.window.StateBackends;

/** Runs any keyed operator of one or two inputs; output rows are text. */
public final class KeyedOperatorHarness extends KeyedHarness<String> {

  private KeyedOperatorHarness(
      KeyedOperator operator,
      AbstractStreamOperator<RowData> keyed,
      StateBackends backend,
      int parallelism,
      int subtask)
      throws Exception {
    super(
        keyed,
        operator.wrap(keyed),
        operator.keys(),
        operator.output(),
        operator::show,
        backend,
        parallelism,
        subtask);
  }

  /** The operator to run. */
  public interface KeyedOperator {

    AbstractStreamOperator<RowData> create();

    LogicalType[] output();

    /** An output row as text. */
    String show(RowData row);

    default Keys keys() {
      return FIRST_COLUMN;
    }

    /** The factory of the operator that is run, from the operator that has the state. */
    default StreamOperatorFactory<RowData> wrap(AbstractStreamOperator<RowData> operator) {
      return SimpleOperatorFactory.of(operator);
    }

    /** Returns an operator that is created as this one and run in a wrapper. */
    default KeyedOperator wrappedBy(
        Function<StreamOperatorFactory<RowData>, StreamOperatorFactory<RowData>> wrapper) {
      KeyedOperator inner = this;
      return new KeyedOperator() {
        @Override
        public AbstractStreamOperator<RowData> create() {
          return inner.create();
        }

        @Override
        public LogicalType[] output() {
          return inner.output();
        }

        @Override
        public String show(RowData row) {
          return inner.show(row);
        }

        @Override
        public Keys keys() {
          return inner.keys();
        }

        @Override
        public StreamOperatorFactory<RowData> wrap(AbstractStreamOperator<RowData> operator) {
          return wrapper.apply(inner.wrap(operator));
        }
      };
    }
  }

  public static KeyedOperatorHarness open(KeyedOperator operator, StateBackends backend)
      throws Exception {
    return open(operator, backend, 1, 0, null);
  }

  /** One of several subtasks, restored; null for no state. */
  public static KeyedOperatorHarness open(
      KeyedOperator operator,
      StateBackends backend,
      int parallelism,
      int subtask,
      @Nullable OperatorSubtaskState state)
      throws Exception {
    KeyedOperatorHarness harness =
        new KeyedOperatorHarness(operator, operator.create(), backend, parallelism, subtask);
    harness.open(state);
    return harness;
  }

  /** One of two subtasks that are restored from the state of a single one. */
  public static KeyedOperatorHarness openHalf(
      KeyedOperator operator, StateBackends backend, int subtask, OperatorSubtaskState ofSingleOne)
      throws Exception {
    return open(operator, backend, 2, subtask, shareOf(ofSingleOne, 1, 2, subtask));
  }

  /** Timers in Flink's own service: the operator must not be wrapped. */
  public int timers() {
    return flinkTimers();
  }
}
