package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.trilink.runtime.balance.RecordCounts;

/**
 * Answers the subtasks of a placing operator in the JobMaster, and keeps the answers in
 * checkpoints.
 *
 * <p>A decision must outlive every failure from the moment that a subtask has used it. It is in the
 * coordinator's part of a checkpoint if it was made before that was taken. If it was made after
 * that and used before the barrier came, it is in the subtask's part. So after a restore from a
 * checkpoint nothing is answered before all subtasks have told what they have restored. If only
 * some subtasks are restarted, the coordinator goes on and knows all that they know.
 */
final class PlacementCoordinator implements OperatorCoordinator {

  /** The state of a coordinator whose map is in another one's. */
  private static final byte[] ELSEWHERE = {1};

  private final OperatorID operator;
  private final int parallelism;
  @Nullable private final String sharedId;
  private final boolean owner;
  private final PlacementAuthority authority;

  /** Subtasks that have yet to say what they have restored. */
  private final BitSet awaited = new BitSet();

  /** By subtask, null while it doesn't run. */
  private final ExecutionAttemptID[] attempts;

  /**
   * @param owner whether its checkpoints hold the map
   * @param sharedId what it has in common with the coordinator of a join's other input; null for
   *     none
   */
  PlacementCoordinator(
      Context context, PlacementSettings settings, @Nullable String sharedId, boolean owner) {
    operator = context.getOperatorId();
    parallelism = context.currentParallelism();
    attempts = new ExecutionAttemptID[parallelism];
    this.sharedId = sharedId;
    this.owner = owner;
    authority = PlacementAuthority.of(this, settings, sharedId);
  }

  boolean isOwner() {
    return owner;
  }

  // -------------------------------------------------------------------------------- its subtasks

  @Override
  public void start() {}

  @Override
  public void subtaskReady(int subtask, SubtaskGateway gateway) {
    forget(subtask);
    attempts[subtask] = gateway.getExecution();
    RunningAttempts.add(operator, attempts[subtask], this, subtask);
  }

  @Override
  public void subtaskFailed(int subtask, @Nullable Throwable reason) {
    forget(subtask);
  }

  private void forget(int subtask) {
    if (attempts[subtask] != null) {
      RunningAttempts.remove(operator, attempts[subtask]);
      attempts[subtask] = null;
    }
  }

  private void forgetAll() {
    for (int subtask = 0; subtask < parallelism; subtask++) {
      forget(subtask);
    }
  }

  @Override
  public void subtaskReset(int subtask, long checkpointId) {}

  @Override
  public void handleEventFromOperator(int subtask, OperatorEvent event) {
    throw new UnsupportedOperationException("Placing operators send no events: " + event);
  }

  /** Whether there are subtasks that have yet to say what they have restored. */
  boolean awaitsSubtasks() {
    return !awaited.isEmpty();
  }

  /** The key groups of some keys; null if that can't be said yet. */
  @Nullable
  PlacementAnswer place(KeyBatch keys, RecordCounts counts, boolean withLoads) throws IOException {
    return authority.place(keys, counts, withLoads);
  }

  /** Takes over what a subtask has restored. */
  PlacementAnswer learn(int subtask, KeyBatch keys, short[] keyGroups, boolean last) {
    PlacementAnswer answer = authority.learn(keys, keyGroups);
    if (last) {
      awaited.clear(subtask);
    }
    return answer;
  }

  // -------------------------------------------------------------------------------- checkpoints

  @Override
  public void checkpointCoordinator(long checkpointId, CompletableFuture<byte[]> result) {
    try {
      result.complete(owner ? authority.snapshot(checkpointId) : ELSEWHERE);
    } catch (IOException | IllegalStateException e) {
      result.completeExceptionally(e);
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {}

  /**
   * @throws IllegalStateException if the checkpoint's keys were placed by another strategy, or over
   *     another number of key groups
   */
  @Override
  public void resetToCheckpoint(long checkpointId, @Nullable byte[] checkpoint) throws IOException {
    forgetAll();
    if (owner) {
      authority.reset(checkpointId, checkpoint);
    }
    if (checkpoint == null) {
      awaited.clear();
    } else {
      awaited.set(0, parallelism);
    }
  }

  @Override
  public void close() {
    forgetAll();
    if (sharedId != null) {
      authority.leave(sharedId);
    }
  }
}
