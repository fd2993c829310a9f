package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyTimeHarness.MAX_PARALLELISM;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/** All subtasks of the operator, fed as a keyed exchange would, with one watermark for all. */
final class Subtasks implements AutoCloseable {

  private final List<KeyTimeHarness> subtasks = new ArrayList<>();

  static Subtasks open(
      StockOperator operator, KeyTimeSettings settings, StateBackends backend, int parallelism)
      throws Exception {
    Subtasks all = new Subtasks();
    for (int i = 0; i < parallelism; i++) {
      all.subtasks.add(KeyTimeHarness.open(operator, settings, backend, parallelism, i, null));
    }
    return all;
  }

  static Subtasks restore(
      StockOperator operator,
      KeyTimeSettings settings,
      StateBackends backend,
      int parallelism,
      OperatorSubtaskState state,
      int formerParallelism)
      throws Exception {
    Subtasks all = new Subtasks();
    for (int i = 0; i < parallelism; i++) {
      OperatorSubtaskState part =
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              state, MAX_PARALLELISM, formerParallelism, parallelism, i);
      all.subtasks.add(KeyTimeHarness.open(operator, settings, backend, parallelism, i, part));
    }
    return all;
  }

  KeyTimeHarness get(int subtask) {
    return subtasks.get(subtask);
  }

  KeyTimeHarness only() {
    assertThat(subtasks).hasSize(1);
    return subtasks.get(0);
  }

  /** A watermark comes after every tenth record. */
  List<String> read(List<Reading> readings) throws Exception {
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < readings.size(); i++) {
      Reading reading = readings.get(i);
      subtasks.get(KeyTimeHarness.subtaskOf(reading.key(), subtasks.size())).read(reading);
      latest = Math.max(latest, reading.time());
      if (i % 10 == 9) {
        watermark(latest - 5);
      }
    }
    return rows();
  }

  /** Ends the input; what is left comes out, and no key waits to be rung. */
  List<String> finish() throws Exception {
    watermark(Long.MAX_VALUE);
    for (KeyTimeHarness subtask : subtasks) {
      assertThat(subtask.rings()).isZero();
    }
    return rows();
  }

  OperatorSubtaskState savepoint() throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (KeyTimeHarness subtask : subtasks) {
      states.add(subtask.savepoint());
    }
    return AbstractStreamOperatorTestHarness.repackageState(
        states.toArray(OperatorSubtaskState[]::new));
  }

  private void watermark(long watermark) throws Exception {
    for (KeyTimeHarness subtask : subtasks) {
      subtask.watermark(watermark);
    }
  }

  private List<String> rows() {
    return subtasks.stream().flatMap(subtask -> subtask.rows().stream()).toList();
  }

  @Override
  public void close() throws Exception {
    for (KeyTimeHarness subtask : subtasks) {
      subtask.close();
    }
  }
}
