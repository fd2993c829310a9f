/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.trilink.runtime.merge.MergeSubtask.Job;
import org.trilink.runtime.simulation.Fiber;
import org.trilink.runtime.simulation.SteppedOperatorFactory;

/** An attempt of a subtask of a global merge: the real operator, its source and its sink. */
final class SimulatedMerge implements AutoCloseable {

  final int index;

  /** By partition: how many of its records were read. */
  final Map<Integer, Integer> positions = new TreeMap<>();

  /** The checkpoints whose barriers are still to come. */
  final Deque<SimulatedMergeCheckpoint> barriers = new ArrayDeque<>();

  /** The complete checkpoints of which it was not notified. */
  final Deque<Long> notifications = new ArrayDeque<>();

  private final MergeInput input;
  private final MergeFault fault;
  private final Fiber task = new Fiber();
  private SteppedStore store;
  private Consumer<SteppedStore> planned = created -> {};
  private MergeSubtask subtask;
  private int resultsTaken;
  private long watermark = Long.MIN_VALUE;
  private boolean idle;
  private boolean ended;

  SimulatedMerge(MergeInput input, MergeFault fault, int index) {
    this.input = input;
    this.fault = fault;
    this.index = index;
  }

  /** Receives its part of a checkpoint. */
  interface Taken {
    void accept(SimulatedMergeCheckpoint checkpoint, OperatorSubtaskState state);
  }

  /** Starts it; fails if its first requests do. */
  void start(Job job, int parallelism, @Nullable OperatorSubtaskState state) throws Exception {
    GlobalMergeOperatorFactory factory =
        job.factory()
            .withStoreWrapper(
                original -> {
                  store = new SteppedStore(original, fault);
                  planned.accept(store);
                  return store;
                });
    task.run(
        () -> subtask = job.start(new SteppedOperatorFactory(factory), index, parallelism, state));
  }

  boolean hasStarted() {
    return subtask != null;
  }

  /** Whether it has stopped at a request to the store. */
  boolean isStopped() {
    return store != null && store.isStopped();
  }

  /** Whether it has stopped before it joins the run. */
  boolean isJoining() {
    return isStopped() && store.isJoining();
  }

  /** Whether it waits for others at the end of its input. */
  boolean isWaiting() {
    return task.isParked() && !isStopped();
  }

  boolean hasEnded() {
    return ended && !task.isParked();
  }

  private boolean isFree() {
    return hasStarted() && !ended && !task.isParked();
  }

  // --------------------------------------------------------------------------------------- steps

  /** Sets what happens at a request from now on. */
  boolean at(int request, @Nullable SteppedStore.Event event) {
    if (isStopped()) {
      return false;
    } else if (store == null) {
      planned = created -> created.at(request, event);
    } else {
      store.at(request, event);
    }
    return true;
  }

  boolean goOn() throws Exception {
    if (!isStopped()) {
      return false;
    }
    task.resume();
    return true;
  }

  boolean read(int partition) throws Exception {
    Integer read = positions.get(partition);
    if (!isFree() || read == null || read == input.rows(partition).size()) {
      return false;
    }
    MergeInput.Row row = input.rows(partition).get(read);
    positions.put(partition, read + 1);
    long least =
        positions.entrySet().stream()
            .mapToLong(entry -> input.watermark(entry.getKey(), entry.getValue()))
            .min()
            .getAsLong();
    task.run(
        () -> {
          long lateBefore = subtask.late();
          subtask.row(row.key(), row.number(), row.time());
          input.wasRead(row, subtask.late() > lateBefore);
          if (least > watermark) {
            setIdle(false); // with the first watermark at the latest
            watermark = least;
            subtask.watermark(least);
          }
        });
    return true;
  }

  private void setIdle(boolean isIdle) throws Exception {
    if (idle != isIdle) {
      idle = isIdle;
      subtask.idle(isIdle);
    }
  }

  boolean isIdle() {
    return idle;
  }

  /** Its input is idle from now on, or no longer. */
  boolean idle(boolean isIdle) throws Exception {
    if (!isFree() || idle == isIdle) {
      return false;
    }
    task.run(() -> setIdle(isIdle));
    return true;
  }

  private boolean hasReadAll() {
    return positions.entrySet().stream()
        .allMatch(entry -> entry.getValue() == input.rows(entry.getKey()).size());
  }

  boolean end() throws Exception {
    if (!isFree() || !hasReadAll()) {
      return false;
    }
    ended = true;
    task.run(
        () -> {
          subtask.watermark(Long.MAX_VALUE);
          subtask.end();
        });
    return true;
  }

  boolean passTime() throws Exception {
    if (!hasStarted() || isStopped()) {
      return false;
    }
    if (isWaiting()) {
      subtask.later();
      task.resume();
    } else {
      task.run(subtask::later);
    }
    return true;
  }

  boolean takeCheckpoint(Taken taken) throws Exception {
    if (!isFree() || barriers.isEmpty()) {
      return false;
    }
    SimulatedMergeCheckpoint checkpoint = barriers.remove();
    task.run(
        () -> {
          OperatorSubtaskState state = subtask.barrier(checkpoint.id);
          if (fault == MergeFault.NOTIFIED_TOO_EARLY) {
            subtask.complete(checkpoint.id);
          }
          taken.accept(checkpoint, state);
        });
    return true;
  }

  /** Takes the next notification, or loses it. */
  boolean takeNotification(boolean lost) throws Exception {
    if (notifications.isEmpty() || !isFree()) {
      return false;
    }
    long checkpoint = notifications.remove();
    if (!lost) {
      task.run(() -> subtask.complete(checkpoint));
    }
    return true;
  }

  /** The results since the last call. */
  List<String> takeResults() {
    if (subtask == null) {
      return List.of();
    }
    List<String> all = subtask.results();
    List<String> taken = new ArrayList<>(all.subList(resultsTaken, all.size()));
    resultsTaken = all.size();
    return taken;
  }

  /** A request that was on its way is sent; with it the attempt fails. */
  void sendLate() throws Exception {
    store.giveUp();
    task.resume();
  }

  @Override
  public void close() throws Exception {
    task.kill();
    if (subtask != null) {
      task.run(subtask::close);
    } else if (store != null) {
      store.close();
    }
    task.close();
  }

  @Override
  public String toString() {
    return "subtask %d at %s%s%s"
        .formatted(index, positions, task.isParked() ? " waits" : "", ended ? " ends" : "");
  }
}
