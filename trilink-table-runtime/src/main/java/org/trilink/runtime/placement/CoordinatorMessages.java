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
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.trilink.runtime.move.transport.MessagePieces;

/**
 * Fetches the coordinator's Sync messages for a subtask and delivers them as mails of the operator:
 * in order, each message once.
 *
 * <p>Messages are fetched rather than sent, because Flink restarts a task to which a coordinator's
 * event cannot be delivered, even if the task has just finished or is being stopped with a
 * savepoint. A message that is never fetched does no harm.
 */
public final class CoordinatorMessages implements AutoCloseable {

  /** Poll interval while no keys move, in ms; the number of subtasks if that is greater. */
  private static final long IDLE_POLL = 250;

  /**
   * Poll interval while keys move, in ms; longer with many subtasks, to limit the JobMaster's load.
   */
  private static final long SYNC_POLL = 5;

  private static final int SUBTASKS_PER_MILLISECOND = 4;

  private final Environment environment;
  private final OperatorID operator;
  private final ExecutorService caller;
  private final MailboxExecutor mailbox;
  private final Handler handler;
  private final long syncPoll;
  private final long idlePoll;
  private final MessagePieces pieces = new MessagePieces();

  private volatile boolean syncActive;
  private volatile boolean closed;

  /**
   * @param caller provides a thread until this is closed
   * @param mailbox of the operator
   */
  public CoordinatorMessages(
      Environment environment,
      OperatorID operator,
      ExecutorService caller,
      MailboxExecutor mailbox,
      Handler handler) {
    this.environment = environment;
    this.operator = operator;
    this.caller = caller;
    this.mailbox = mailbox;
    this.handler = handler;
    int subtasks = environment.getTaskInfo().getNumberOfParallelSubtasks();
    syncPoll = Math.max(SYNC_POLL, subtasks / SUBTASKS_PER_MILLISECOND);
    idlePoll = Math.max(IDLE_POLL, subtasks);
  }

  /** Starts fetching. */
  public void start() {
    caller.execute(this::fetchAll);
  }

  private void fetchAll() {
    try {
      int received = 0;
      long waited = 0;
      while (!closed) {
        if (waited < (syncActive ? syncPoll : idlePoll)) {
          TimeUnit.MILLISECONDS.sleep(syncPoll);
          waited += syncPoll;
          continue;
        }
        OperatorEvent[] next = fetch(received);
        waited = next.length == 0 ? 0 : idlePoll; // there may be more messages after this one
        for (OperatorEvent event : next) {
          received++;
          OperatorEvent message = pieces.add(event);
          if (message != null) {
            mailbox.execute(() -> syncActive = handler.onMessage(message), "message of a Sync");
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the task is ending
    } catch (RejectedExecutionException e) {
      // the task has ended, and its mailbox with it
    } catch (IOException | RuntimeException e) {
      if (!closed) {
        environment.failExternally(
            new IOException("The coordinator of key placement cannot be reached.", e));
      }
    }
  }

  /** Fetches the messages after those that have been received. */
  private OperatorEvent[] fetch(int received) throws IOException {
    try {
      PlacementAnswer answer =
          PlacementCall.call(
              environment.getGlobalAggregateManager(),
              operator,
              environment.getExecutionId(),
              new PlacementRequest.NextMessages(received));
      return answer == null ? Outbox.NO_MESSAGES : answer.messages();
    } catch (TimeoutException e) {
      return Outbox.NO_MESSAGES;
    }
  }

  /** Stops fetching. */
  @Override
  public void close() {
    closed = true;
  }

  /** Handles messages. */
  @FunctionalInterface
  public interface Handler {

    /**
     * Handles the next message, in the task's thread.
     *
     * @return whether the next message is urgent, because keys are being moved
     */
    boolean onMessage(OperatorEvent message) throws Exception;
  }
}
