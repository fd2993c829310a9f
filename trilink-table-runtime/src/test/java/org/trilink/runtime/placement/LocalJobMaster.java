/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.messages.Acknowledge;
import org.apache.flink.runtime.operators.coordination.MockOperatorCoordinatorContext;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator.SubtaskGateway;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.util.InstantiationUtil;

/** Real coordinators in one main thread, as in a JobMaster, and the calls from subtasks to them. */
final class LocalJobMaster implements GlobalAggregateManager, AutoCloseable {

  private final ExecutorService mainThread = Executors.newSingleThreadExecutor();
  private final Deque<Throwable> failures = new ArrayDeque<>();
  private final Semaphore resumed = new Semaphore(0);

  private Object accumulator;
  private int calls;

  /** A coordinator, restored from a checkpoint as on a JobMaster's start; null for none. */
  PlacementCoordinator coordinator(
      PlacingOperatorFactory factory,
      OperatorID operator,
      int parallelism,
      @Nullable byte[] checkpoint)
      throws Exception {
    return inMainThread(
        () -> {
          PlacementCoordinator coordinator =
              (PlacementCoordinator)
                  InstantiationUtil.clone(factory.getCoordinatorProvider("placing", operator))
                      .create(new MockOperatorCoordinatorContext(operator, parallelism));
          if (checkpoint != null) {
            coordinator.resetToCheckpoint(1, checkpoint);
          }
          coordinator.start();
          return coordinator;
        });
  }

  /** The coordinator's part of a checkpoint. */
  byte[] checkpoint(PlacementCoordinator coordinator, long checkpoint) throws Exception {
    return inMainThread(
        () -> {
          CompletableFuture<byte[]> result = new CompletableFuture<>();
          coordinator.checkpointCoordinator(checkpoint, result);
          return result.get();
        });
  }

  /** Tells a coordinator that a subtask runs. */
  void ready(PlacementCoordinator coordinator, int subtask, ExecutionAttemptID attempt)
      throws Exception {
    inMainThread(
        () -> {
          coordinator.subtaskReady(subtask, new Gateway(attempt, subtask));
          return null;
        });
  }

  <T> T inMainThread(Callable<T> action) throws Exception {
    try {
      return mainThread.submit(action).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
    }
  }

  // ---------------------------------------------------------------------------------- its calls

  /** Makes calls wait. */
  void pause() {
    mainThread.execute(resumed::acquireUninterruptibly);
  }

  void resume() {
    resumed.release();
  }

  /** Makes the next call fail for its caller, after it was made. */
  void loseNextAnswer(Throwable failure) throws Exception {
    inMainThread(() -> failures.add(failure));
  }

  /** Calls so far. */
  int calls() throws Exception {
    return inMainThread(() -> calls);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <I, A, O> O updateGlobalAggregate(
      String name, Object aggregand, AggregateFunction<I, A, O> function) throws IOException {
    try {
      byte[] serialized = InstantiationUtil.serializeObject(function);
      return inMainThread(
          () -> {
            AggregateFunction<I, A, O> remote =
                InstantiationUtil.deserializeObject(serialized, getClass().getClassLoader());
            calls++;
            accumulator =
                remote.add(
                    (I) aggregand,
                    accumulator == null ? remote.createAccumulator() : (A) accumulator);
            O result = remote.getResult((A) accumulator);
            if (!failures.isEmpty()) {
              throw new ExecutionException(failures.remove());
            }
            return result;
          });
    } catch (Exception e) {
      throw new IOException("Error updating global aggregate.", e);
    }
  }

  @Override
  public void close() {
    mainThread.shutdownNow();
  }

  /** The gateway of a subtask to which no events are sent. */
  record Gateway(ExecutionAttemptID getExecution, int getSubtask) implements SubtaskGateway {

    @Override
    public CompletableFuture<Acknowledge> sendEvent(OperatorEvent event) {
      throw new AssertionError("The coordinator sends no events.");
    }
  }
}
