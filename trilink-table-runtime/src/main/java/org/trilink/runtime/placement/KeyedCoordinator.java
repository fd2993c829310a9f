/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestHandler;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.trilink.runtime.move.protocol.SyncMessage;

/** Communicates with clients and with the subtasks behind an exchange, whose keys are moved. */
final class KeyedCoordinator extends ExchangeCoordinator implements CoordinationRequestHandler {

  private final PlacementAuthority authority;

  /**
   * @param operatorName the operator's name in the job graph, for logs
   * @param sharedId the id that it shares with the coordinators of the placing operators
   */
  KeyedCoordinator(Context context, String operatorName, String sharedId) {
    super(context, operatorName);
    authority = PlacementAuthority.ofShared(sharedId);
    authority.add(this);
  }

  @Override
  PlacementAuthority authority() {
    return authority;
  }

  @Override
  public CompletableFuture<CoordinationResponse> handleCoordinationRequest(
      CoordinationRequest request) {
    return authority.answer(request);
  }

  @Override
  boolean isOwner() {
    return false;
  }

  @Override
  public void subtaskReady(int subtask, SubtaskGateway gateway) {
    synchronized (authority) {
      super.subtaskReady(subtask, gateway);
      authority.leader().receiverStarted(subtask);
    }
  }

  @Override
  void hasFailed(int subtask) {
    authority.leader().receiverFailed(subtask);
  }

  @Override
  void isReset(int subtask, long checkpointId) {
    authority.leader().receiverReset(subtask, checkpointId);
  }

  @Override
  void handle(int subtask, OperatorEvent message) {
    authority.leader().onMessage(subtask, (SyncMessage.FromReceiver) message);
  }

  /** Does not restore the authority, which is done by the coordinator that owns it. */
  @Override
  public void resetToCheckpoint(long checkpointId, @Nullable byte[] checkpoint) {
    forgetAll();
  }
}
