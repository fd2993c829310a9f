package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.window.WindowHarness.MAX_PARALLELISM;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** All subtasks of the operator, fed as a keyed exchange would, with one watermark for all. */
final class Subtasks implements AutoCloseable {

  private final List<WindowHarness> subtasks = new ArrayList<>();

  Subtasks(WindowShape shape, KeyTimeSettings settings, StateBackends backend, int parallelism)
      throws Exception {
    for (int i = 0; i < parallelism; i++) {
      subtasks.add(WindowHarness.open(shape, settings, backend, parallelism, i, null));
    }
  }

  Subtasks(
      WindowShape shape,
      KeyTimeSettings settings,
      StateBackends backend,
      int parallelism,
      OperatorSubtaskState state,
      int formerParallelism)
      throws Exception {
    for (int i = 0; i < parallelism; i++) {
      OperatorSubtaskState part =
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              state, MAX_PARALLELISM, formerParallelism, parallelism, i);
      subtasks.add(WindowHarness.open(shape, settings, backend, parallelism, i, part));
    }
  }

  WindowHarness only() {
    assertThat(subtasks).hasSize(1);
    return subtasks.get(0);
  }

  /** A watermark comes after every tenth record. */
  List<WindowRow> read(List<Reading> readings) throws Exception {
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < readings.size(); i++) {
      Reading reading = readings.get(i);
      subtasks.get(WindowHarness.subtaskOf(reading.key(), subtasks.size())).read(reading);
      latest = Math.max(latest, reading.time());
      if (i % 10 == 9) {
        watermark(latest - 5);
      }
    }
    return rows();
  }

  /** Ends the input; what is left comes out, and no state stays. */
  List<WindowRow> finish() throws Exception {
    watermark(Long.MAX_VALUE);
    for (WindowHarness subtask : subtasks) {
      assertThat(subtask.keysInState()).isZero();
      assertThat(subtask.timers()).isZero();
    }
    return rows();
  }

  OperatorSubtaskState snapshot() throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (WindowHarness subtask : subtasks) {
      states.add(subtask.snapshot());
    }
    return AbstractStreamOperatorTestHarness.repackageState(
        states.toArray(OperatorSubtaskState[]::new));
  }

  private void watermark(long watermark) throws Exception {
    for (WindowHarness subtask : subtasks) {
      subtask.watermark(watermark);
    }
  }

  private List<WindowRow> rows() {
    return subtasks.stream().flatMap(subtask -> subtask.rows().stream()).toList();
  }

  @Override
  public void close() throws Exception {
    for (WindowHarness subtask : subtasks) {
      subtask.close();
    }
  }
}
