/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.util.function.ThrowingConsumer;
import org.apache.flink.util.function.ThrowingRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a subtask's requests to its coordinator, one at a time and from another thread. The answer
 * reaches the operator as a mail.
 */
final class CoordinatorClient implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorClient.class);

  /** Delay before a request is retried because the coordinator was not ready, in ms. */
  private static final long RETRY_INTERVAL = 10;

  private final Environment environment;
  private final OperatorID operator;
  private final ExecutorService caller;
  private final MailboxExecutor mailbox;

  private boolean asking;
  private volatile boolean closed;

  /**
   * @param caller runs the calls, which block
   * @param mailbox of the operator, which takes the answers
   */
  CoordinatorClient(
      Environment environment,
      OperatorID operator,
      ExecutorService caller,
      MailboxExecutor mailbox) {
    this.environment = environment;
    this.operator = operator;
    this.caller = caller;
    this.mailbox = mailbox;
  }

  /** Whether a request is pending; until it is answered, no other can be made. */
  boolean isAsking() {
    return asking;
  }

  /** Sends a request. */
  void ask(PlacementRequest request, ThrowingConsumer<PlacementAnswer, Exception> onAnswer) {
    asking = true;
    caller.execute(() -> call(request, onAnswer));
  }

  /**
   * Sends a request in the calling thread, and waits until it is answered.
   *
   * @throws IOException if the coordinator does not respond
   * @throws InterruptedException if the task is cancelled meanwhile
   */
  void tell(PlacementRequest request) throws IOException, InterruptedException {
    answerOf(request);
  }

  private void call(
      PlacementRequest request, ThrowingConsumer<PlacementAnswer, Exception> onAnswer) {
    try {
      PlacementAnswer answer = answerOf(request);
      send(
          () -> {
            asking = false;
            onAnswer.accept(answer);
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the task is finishing
    } catch (IOException | RuntimeException e) {
      send(
          () -> {
            throw new IOException("The coordinator of key placement does not respond.", e);
          });
    }
  }

  private PlacementAnswer answerOf(PlacementRequest request)
      throws IOException, InterruptedException {
    PlacementRequest next = request;
    while (!closed) {
      try {
        PlacementAnswer answer =
            PlacementCall.call(
                environment.getGlobalAggregateManager(),
                operator,
                environment.getExecutionId(),
                next);
        if (answer != null) {
          return answer;
        }
      } catch (TimeoutException e) {
        LOG.debug(
            "Key placement, task {}, operator id {}: the coordinator did not respond in time; the"
                + " request is sent again.",
            environment.getTaskInfo().getTaskNameWithSubtasks(),
            operator);
        next = next.again();
      }
      TimeUnit.MILLISECONDS.sleep(RETRY_INTERVAL);
    }
    throw new InterruptedException();
  }

  private void send(ThrowingRunnable<Exception> mail) {
    if (closed) {
      return;
    }
    try {
      mailbox.execute(mail, "answer of the coordinator of key placement");
    } catch (RejectedExecutionException e) {
      // the task has ended meanwhile and its mailbox is closed
    }
  }

  /** Drops all answers from now on. */
  @Override
  public void close() {
    closed = true;
  }
}
