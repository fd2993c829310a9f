/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.BitSet;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.move.protocol.SyncMessage;

/**
 * Answers the subtasks of a placing operator in the JobMaster, and keeps the answers in
 * checkpoints.
 *
 * <p>A decision must outlive every failure from the moment that a subtask has used it. If it was
 * made before the coordinator's part of a checkpoint was taken, it is in that part. If it was made
 * later and used before the barrier, it is in the subtask's part. So after a restore from a
 * checkpoint no request is answered before all subtasks have reported what they have restored. If
 * only some subtasks are restarted, the coordinator keeps running and already has all of their
 * decisions.
 */
final class PlacementCoordinator extends ExchangeCoordinator {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementCoordinator.class);

  private final PlacementSettings settings;
  private final int input;
  private final PlacementAuthority authority;

  /** Subtasks that have yet to report what they have restored. */
  @GuardedBy("authority")
  private final BitSet awaited = new BitSet();

  /**
   * @param operatorName the operator's name in the job graph, for logs
   * @param input of the operator behind the exchange, from 0 on
   */
  PlacementCoordinator(
      Context context, String operatorName, PlacementSettings settings, int input) {
    super(context, operatorName);
    this.settings = settings;
    this.input = input;
    authority = PlacementAuthority.ofInput(input, settings);
    authority.add(input, this);
  }

  @Override
  PlacementAuthority authority() {
    return authority;
  }

  int input() {
    return input;
  }

  /** With the inputs of a join, the first input's coordinator has the map. */
  @Override
  boolean isOwner() {
    return input == 0;
  }

  // -------------------------------------------------------------------------------- its subtasks

  @Override
  public void start() {
    LOG.info(
        "Key placement, operator {}: the coordinator starts: input {} of {}, strategy '{}', max"
            + " parallelism {}, {} placing subtasks, {} subtasks behind the exchange.",
        operatorName(),
        input,
        settings.inputs(),
        settings.name(),
        settings.maxParallelism(),
        parallelism(),
        settings.targetParallelism());
    super.start();
  }

  @Override
  void hasFailed(int subtask) {
    authority.moves().senderFailed(input, subtask);
  }

  @Override
  void isReset(int subtask, long checkpointId) {
    authority.moves().senderReset(input, subtask, checkpointId);
  }

  @Override
  void handle(int subtask, OperatorEvent message) {
    authority.leader().onMessage(input, subtask, (SyncMessage.FromSender) message);
  }

  // ----------------------------------------------------------------------------- their requests

  /** Whether some subtasks have yet to report what they have restored. */
  boolean awaitsSubtasks() {
    synchronized (authority) {
      return !awaited.isEmpty();
    }
  }

  /** Adds what a subtask has restored. */
  PlacementAnswer learn(
      int subtask,
      KeyBatch keys,
      short[] keyGroups,
      int spreadOver,
      boolean last,
      boolean hasEnded) {
    synchronized (authority) {
      PlacementAnswer answer = authority.learn(keys, keyGroups, spreadOver);
      if (!last) {
        return answer;
      }
      hasTold(subtask, hasEnded);
      PlacementAnswer beginning = answer.with(authority.moves().senderStarted(input, subtask));
      if (hasEnded) {
        authority.end(input, subtask);
      }
      return beginning;
    }
  }

  @GuardedBy("authority")
  private void hasTold(int subtask, boolean hasEnded) {
    boolean wasAwaited = awaited.get(subtask);
    awaited.clear(subtask);
    LOG.debug(
        "Key placement, operator {}: subtask {} {}; {} subtasks have not yet reported what they"
            + " have restored.",
        operatorName(),
        subtask,
        hasEnded ? "had ended before" : "has started",
        awaited.cardinality());
    if (wasAwaited && awaited.isEmpty()) {
      LOG.info(
          "Key placement, operator {}: all {} subtasks have reported what they have restored.",
          operatorName(),
          parallelism());
    }
  }

  // -------------------------------------------------------------------------------- checkpoints

  /**
   * @throws IllegalStateException if the checkpoint's keys were placed by another strategy, or over
   *     another number of key groups
   */
  @Override
  public void resetToCheckpoint(long checkpointId, @Nullable byte[] checkpoint) throws IOException {
    synchronized (authority) {
      forgetAll();
      if (isOwner()) {
        authority.reset(checkpointId, checkpoint);
      }
      awaited.clear();
      if (checkpoint != null) {
        awaited.set(0, parallelism());
        LOG.info(
            "Key placement, operator {}: restored checkpoint {}; places no key before all {}"
                + " subtasks have reported what they have restored.",
            operatorName(),
            checkpointId,
            parallelism());
      }
    }
  }
}
