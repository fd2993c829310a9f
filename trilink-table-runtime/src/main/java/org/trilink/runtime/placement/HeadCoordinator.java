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
import org.trilink.runtime.flink.SubtaskCoordinator;

/**
 * The coordinator of an operator between an exchange and the keyed operator. Clients know only the
 * id of a chain's head, so this coordinator answers their requests; it does nothing else.
 */
final class HeadCoordinator extends SubtaskCoordinator implements CoordinationRequestHandler {

  private static final byte[] NOTHING = {};

  private final PlacementAuthority authority;

  HeadCoordinator(PlacementAuthority authority) {
    this.authority = authority;
  }

  @Override
  public CompletableFuture<CoordinationResponse> handleCoordinationRequest(
      CoordinationRequest request) {
    return authority.answer(request);
  }

  @Override
  public void start() {}

  @Override
  public void close() {}

  @Override
  public void handleEventFromOperator(int subtask, OperatorEvent event) {}

  @Override
  public void subtaskReady(int subtask, SubtaskGateway gateway) {}

  @Override
  public void subtaskFailed(int subtask, @Nullable Throwable reason) {}

  @Override
  public void subtaskReset(int subtask, long checkpointId) {}

  @Override
  public void checkpointCoordinator(long checkpointId, CompletableFuture<byte[]> result) {
    result.complete(NOTHING);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {}

  @Override
  public void resetToCheckpoint(long checkpointId, @Nullable byte[] checkpoint) {}
}
