/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayDeque;
import java.util.Deque;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.trilink.runtime.placement.PlacedOutput.Read;
import org.trilink.runtime.simulation.Fiber;
import org.trilink.runtime.simulation.RuleBroken;
import org.trilink.runtime.simulation.SteppedExecutor;
import org.trilink.runtime.simulation.SteppedOperatorFactory;

/** An attempt of a placing subtask: the real operator, and what it has to emit. */
final class SimulatedPlacing implements AutoCloseable {

  final int input;
  final int index;
  final PlacedOutput output = new PlacedOutput();

  /** The checkpoints whose barriers are still to come. */
  final Deque<SimulatedPlacementCheckpoint> barriers = new ArrayDeque<>();

  private final PlacingOperatorFactory placing;
  private final SteppedOperatorFactory factory;
  private final SteppedExecutor callThread = new SteppedExecutor();
  private final SteppedCalls calls = new SteppedCalls();
  private final Fiber task = new Fiber();
  private final Fiber caller = new Fiber();
  private PlacingSubtask subtask;
  private boolean idle;
  private long seconds;
  private boolean ready;
  private boolean ended;

  SimulatedPlacing(PlacingOperatorFactory placing, int input, int index) {
    this.placing = placing;
    this.factory = new SteppedOperatorFactory(placing);
    this.input = input;
    this.index = index;
  }

  void open(OperatorID operator, int parallelism, @Nullable OperatorSubtaskState state)
      throws Exception {
    placing.callIn(() -> callThread);
    run(() -> subtask = PlacingSubtask.open(factory, operator, calls, parallelism, index, state));
  }

  ExecutionAttemptID attempt() {
    return subtask.attempt();
  }

  PlacingSubtask subtask() {
    return subtask;
  }

  SteppedCalls calls() {
    return calls;
  }

  boolean isReady() {
    return ready;
  }

  void setReady() {
    ready = true;
  }

  /** Whether its input has ended and everything was emitted. */
  boolean hasEnded() {
    return ended && !task.isParked();
  }

  /** Whether it can read: it neither waits for answers nor has ended. */
  boolean canRead() {
    return !ended && !task.isParked();
  }

  boolean hasMail() {
    return factory.mails() > 0;
  }

  // --------------------------------------------------------------------------------------- steps

  /** Runs an action of the task, and what it asks of the coordinator up to the call itself. */
  private void run(Fiber.Action action) throws Exception {
    task.run(action);
    startCalls();
  }

  private void startCalls() throws Exception {
    while (!caller.isParked() && !callThread.work().isEmpty()) {
      caller.run(callThread.work().remove()::run);
    }
  }

  boolean readRecord(long key, int number) throws Exception {
    if (!canRead()) {
      return false;
    }
    output.read(new Read(key, number));
    run(() -> subtask.process(key, number));
    return true;
  }

  boolean readWatermark(long time) throws Exception {
    if (!canRead()) {
      return false;
    }
    output.read(new Watermark(time));
    run(() -> subtask.watermark(time));
    return true;
  }

  boolean readStatus() throws Exception {
    if (!canRead()) {
      return false;
    }
    idle = !idle;
    WatermarkStatus status = idle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE;
    output.read(status);
    run(() -> subtask.status(status));
    return true;
  }

  boolean passTime() throws Exception {
    if (!canRead()) {
      return false;
    }
    seconds++;
    run(() -> subtask.processingTime(seconds * PlacingOperator.REPORT_INTERVAL));
    return true;
  }

  boolean takeMail() throws Exception {
    if (hasEnded() || !hasMail()) {
      return false;
    }
    if (task.isParked()) {
      task.resume();
      startCalls();
      endCalls();
    } else {
      run(subtask::takeAnswer);
    }
    return true;
  }

  /**
   * Takes its part of the next checkpoint, possibly after it has waited.
   *
   * @param taken is called with the checkpoint when it was taken
   */
  boolean takeCheckpoint(Taken taken) throws Exception {
    if (!canRead() || barriers.isEmpty()) {
      return false;
    }
    SimulatedPlacementCheckpoint checkpoint = barriers.remove();
    run(
        () -> {
          OperatorSubtaskState state = subtask.snapshot(checkpoint.id);
          taken.accept(checkpoint, state);
        });
    return true;
  }

  /** Receives what was taken. */
  interface Taken {
    void accept(SimulatedPlacementCheckpoint checkpoint, OperatorSubtaskState state);
  }

  boolean end() throws Exception {
    if (!canRead()) {
      return false;
    }
    ended = true;
    run(subtask::endInput);
    endCalls();
    return true;
  }

  /** Calls end with the task, also one that has not begun. */
  private void endCalls() throws Exception {
    if (hasEnded()) {
      caller.kill();
      callThread.work().clear();
    }
  }

  /** Decides about its call to the coordinator; returns whether that has changed anything. */
  boolean decide(SteppedCalls.Fate fate) throws Exception {
    if (hasEnded() || !calls.isWaiting()) {
      return false;
    }
    SteppedCalls.Call before = calls.waiting();
    calls.decide(fate);
    caller.resume();
    startCalls();
    return calls.waiting() != before;
  }

  /** Ends the attempt, wherever it is. */
  @Override
  public void close() throws Exception {
    task.kill();
    caller.kill();
    if (subtask != null) {
      task.run(subtask::close);
    }
    RuleBroken.check(!task.isParked(), "a task waits while it is closed");
    task.close();
    caller.close();
  }

  @Override
  public String toString() {
    return "subtask %d.%d%s%s%s"
        .formatted(
            input,
            index,
            calls.isWaiting() ? " asks" : "",
            task.isParked() ? " waits" : "",
            ended ? " ends" : "");
  }
}
