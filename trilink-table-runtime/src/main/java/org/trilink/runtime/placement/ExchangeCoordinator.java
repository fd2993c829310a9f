/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.util.FlinkException;
import org.apache.flink.util.concurrent.FutureUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.flink.SubtaskCoordinator;
import org.trilink.runtime.move.transport.MessagePieces;
import org.trilink.runtime.operator.LogName;

/**
 * A coordinator of an exchange: of a placing operator before it, or of the keyed operator behind
 * it. All coordinators of an exchange share one {@link PlacementAuthority}, which makes the
 * decisions, and whose lock guards what is mutable here. The coordinators communicate with Flink
 * and with the subtasks, which fetch their messages.
 */
abstract class ExchangeCoordinator extends SubtaskCoordinator {

  private static final Logger LOG = LoggerFactory.getLogger(ExchangeCoordinator.class);

  /** The state of a coordinator if the map of keys is in another coordinator's state. */
  private static final byte[] ELSEWHERE = {1};

  private final Context context;
  private final int parallelism;
  private final String operatorName;
  private final OperatorID operator;

  /** The running attempt by subtask; null while it does not run. */
  @GuardedBy("authority()")
  private final ExecutionAttemptID[] attempts;

  /** By subtask: the messages that its running attempt has yet to fetch. */
  @GuardedBy("authority()")
  private final Outbox[] outboxes;

  /** By subtask: assembles messages that arrive in pieces. */
  @GuardedBy("authority()")
  private final MessagePieces[] pieces;

  /** The checkpoints that Flink waits for. */
  @GuardedBy("authority()")
  private final TreeMap<Long, CompletableFuture<byte[]>> checkpoints = new TreeMap<>();

  /**
   * @param operatorName the operator's name in the job graph, for logs
   */
  ExchangeCoordinator(Context context, String operatorName) {
    this.context = context;
    this.operatorName = LogName.ofOperator(operatorName);
    operator = context.getOperatorId();
    parallelism = context.currentParallelism();
    attempts = new ExecutionAttemptID[parallelism];
    outboxes = new Outbox[parallelism];
    pieces = new MessagePieces[parallelism];
  }

  abstract PlacementAuthority authority();

  /** Whether the authority's state is in the checkpoints of this coordinator. */
  abstract boolean isOwner();

  final int parallelism() {
    return parallelism;
  }

  final Context context() {
    return context;
  }

  /** The operator's name, truncated to the same length as in metrics. */
  final String operatorName() {
    return operatorName;
  }

  // -------------------------------------------------------------------------------- its subtasks

  @Override
  public void start() {
    authority().start(this);
  }

  @Override
  public void subtaskReady(int subtask, SubtaskGateway gateway) {
    synchronized (authority()) {
      forget(subtask);
      attempts[subtask] = gateway.getExecution();
      pieces[subtask] = new MessagePieces();
      outboxes[subtask] = new Outbox();
      RunningAttempts.add(operator, attempts[subtask], this, subtask);
    }
  }

  @Override
  public final void subtaskFailed(int subtask, @Nullable Throwable reason) {
    LOG.debug("Key placement, operator {}: subtask {} has failed.", operatorName, subtask);
    synchronized (authority()) {
      forget(subtask);
      hasFailed(subtask);
    }
  }

  abstract void hasFailed(int subtask);

  @Override
  public final void subtaskReset(int subtask, long checkpointId) {
    LOG.info(
        "Key placement, operator {}: subtask {} is reset to checkpoint {}.",
        operatorName,
        subtask,
        checkpointId);
    synchronized (authority()) {
      forget(subtask);
      isReset(subtask, checkpointId);
    }
  }

  abstract void isReset(int subtask, long checkpointId);

  /** From now on messages of the previous attempt are ignored. */
  @GuardedBy("authority()")
  private void forget(int subtask) {
    if (attempts[subtask] != null) {
      RunningAttempts.remove(operator, attempts[subtask]);
      attempts[subtask] = null;
    }
  }

  final void forgetAll() {
    synchronized (authority()) {
      for (int subtask = 0; subtask < parallelism; subtask++) {
        forget(subtask);
      }
    }
  }

  /** Sends a message to a subtask, if it runs. */
  final void send(int subtask, OperatorEvent message) {
    synchronized (authority()) {
      if (attempts[subtask] != null) {
        outboxes[subtask].add(message);
      }
    }
  }

  /**
   * The next messages for a subtask.
   *
   * @param received how many messages it has received so far
   */
  final PlacementAnswer messages(int subtask, int received) {
    synchronized (authority()) {
      return PlacementAnswer.ofMessages(outboxes[subtask].next(received));
    }
  }

  @Override
  public final void handleEventFromOperator(int subtask, OperatorEvent event) throws Exception {
    synchronized (authority()) {
      OperatorEvent message = pieces[subtask].add(event);
      if (message != null) {
        handle(subtask, message);
      }
    }
  }

  abstract void handle(int subtask, OperatorEvent message) throws Exception;

  final void failJob(String reason) {
    LOG.info("Key placement, operator {}: fails the job: {}", operatorName, reason);
    context.failJob(new FlinkException(reason));
  }

  // -------------------------------------------------------------------------------- checkpoints

  @Override
  public final void checkpointCoordinator(long checkpointId, CompletableFuture<byte[]> result) {
    synchronized (authority()) {
      checkpoints.put(checkpointId, result);
      authority().moves().checkpointRequested(checkpointId, this);
      if (checkpoints.containsKey(checkpointId)) {
        LOG.debug(
            "Key placement, operator {}: checkpoint {} waits for the end of a Sync.",
            operatorName,
            checkpointId);
      }
    }
  }

  /** The checkpoint may be taken now, if Flink has asked for it. */
  final void release(long checkpointId) {
    synchronized (authority()) {
      CompletableFuture<byte[]> result = checkpoints.remove(checkpointId);
      if (result != null) {
        FutureUtils.forward(
            snapshot(checkpointId).thenApply(state -> logged(checkpointId, state)), result);
      }
    }
  }

  private byte[] logged(long checkpointId, byte[] state) {
    LOG.debug(
        "Key placement, operator {}: checkpoint {} is written, {} bytes.",
        operatorName,
        checkpointId,
        state.length);
    return state;
  }

  private CompletableFuture<byte[]> snapshot(long checkpointId) {
    return isOwner()
        ? authority().snapshot(checkpointId)
        : CompletableFuture.completedFuture(ELSEWHERE);
  }

  @Override
  public final void notifyCheckpointComplete(long checkpointId) {
    authority().moves().checkpointCompleted(checkpointId);
  }

  @Override
  public final void notifyCheckpointAborted(long checkpointId) {
    LOG.debug("Key placement, operator {}: checkpoint {} was aborted.", operatorName, checkpointId);
    authority().moves().checkpointAborted(checkpointId);
  }

  @Override
  public void close() {
    forgetAll();
    authority().close();
  }
}
