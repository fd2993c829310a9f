/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;

/**
 * An operator's coordinator that is called for subtasks. Versions of Flink that may run several
 * attempts of a subtask at once also name the attempt.
 */
public abstract class SubtaskCoordinator implements OperatorCoordinator {

  /** A subtask runs, and messages can be sent to it. */
  public abstract void subtaskReady(int subtask, SubtaskGateway gateway);

  /** A subtask no longer runs; the reason is null if it was cancelled. */
  public abstract void subtaskFailed(int subtask, @Nullable Throwable reason);

  /** A message of a subtask. */
  public abstract void handleEventFromOperator(int subtask, OperatorEvent event) throws Exception;

  @Override
  public final void executionAttemptReady(int subtask, int attempt, SubtaskGateway gateway) {
    subtaskReady(subtask, gateway);
  }

  @Override
  public final void executionAttemptFailed(int subtask, int attempt, @Nullable Throwable reason) {
    subtaskFailed(subtask, reason);
  }

  @Override
  public final void handleEventFromOperator(int subtask, int attempt, OperatorEvent event)
      throws Exception {
    handleEventFromOperator(subtask, event);
  }
}
