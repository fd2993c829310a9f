/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.trilink.runtime.window.Reading;

/**
 * All subtasks of an operator, fed as a keyed exchange would, with one watermark for all.
 *
 * @param <R> what the test sees of an output row
 */
public final class Subtasks<R, H extends ReadingHarness<R>> implements AutoCloseable {

  private final List<H> subtasks = new ArrayList<>();

  private Subtasks() {}

  /** Opens one of the subtasks. */
  @FunctionalInterface
  public interface Opener<H> {

    /** Opens a subtask with a state to restore; null for none. */
    H open(int parallelism, int subtask, @Nullable OperatorSubtaskState state) throws Exception;
  }

  public static <R, H extends ReadingHarness<R>> Subtasks<R, H> open(
      int parallelism, Opener<H> opener) throws Exception {
    Subtasks<R, H> all = new Subtasks<>();
    for (int i = 0; i < parallelism; i++) {
      all.subtasks.add(opener.open(parallelism, i, null));
    }
    return all;
  }

  /**
   * With the state that another number of subtasks had.
   *
   * @param state what {@link #savepoint} gave
   */
  public static <R, H extends ReadingHarness<R>> Subtasks<R, H> restore(
      int parallelism, OperatorSubtaskState state, int formerParallelism, Opener<H> opener)
      throws Exception {
    Subtasks<R, H> all = new Subtasks<>();
    for (int i = 0; i < parallelism; i++) {
      OperatorSubtaskState share = KeyedHarness.shareOf(state, formerParallelism, parallelism, i);
      all.subtasks.add(opener.open(parallelism, i, share));
    }
    return all;
  }

  public H get(int subtask) {
    return subtasks.get(subtask);
  }

  public H only() {
    assertThat(subtasks).hasSize(1);
    return subtasks.get(0);
  }

  /** A watermark comes after every tenth record. */
  public List<R> read(List<Reading> readings) throws Exception {
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < readings.size(); i++) {
      Reading reading = readings.get(i);
      subtasks.get(ReadingHarness.subtaskOf(reading.key(), subtasks.size())).read(reading);
      latest = Math.max(latest, reading.time());
      if (i % 10 == 9) {
        watermark(latest - 5);
      }
    }
    return rows();
  }

  /** Ends the input; returns the last rows, and asserts that no state is left. */
  public List<R> finish() throws Exception {
    watermark(Long.MAX_VALUE);
    for (H subtask : subtasks) {
      subtask.assertNothingIsHeld();
    }
    return rows();
  }

  public OperatorSubtaskState savepoint() throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (H subtask : subtasks) {
      states.add(subtask.savepoint());
    }
    return AbstractStreamOperatorTestHarness.repackageState(
        states.toArray(OperatorSubtaskState[]::new));
  }

  private void watermark(long watermark) throws Exception {
    for (H subtask : subtasks) {
      subtask.watermark(watermark);
    }
  }

  private List<R> rows() {
    return subtasks.stream().flatMap(subtask -> subtask.rows().stream()).toList();
  }

  @Override
  public void close() throws Exception {
    for (H subtask : subtasks) {
      subtask.close();
    }
  }
}
