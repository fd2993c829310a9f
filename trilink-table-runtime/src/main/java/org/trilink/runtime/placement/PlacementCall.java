/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.InstantiationUtil;

/**
 * A request from a subtask to its coordinator and the answer to it, over Flink's remote call for
 * global aggregates: this function runs in the JobMaster, in the thread that calls its
 * coordinators.
 *
 * <p>Coordinator events are not suitable. They reach an operator through the task's mailbox with
 * the lowest priority, so an operator that waits for one while it processes a record would let all
 * other mails run first. One of them may be the checkpoint of a source in its chain, between the
 * emission of a record and the update of its offset. Here the answer arrives as a mail of the
 * operator itself.
 */
final class PlacementCall implements AggregateFunction<byte[], byte[], byte[]> {

  private static final long serialVersionUID = 1L;

  private static final String NAME = "trilink-key-placement";

  /** Stands for "not yet". */
  private static final byte[] NO_ANSWER = {};

  /**
   * Asks the coordinator; blocks until it has answered.
   *
   * @return null if the request must be made again later
   * @throws TimeoutException if the answer has not come in time; the coordinator may have received
   *     the request
   * @throws IOException if the coordinator could not be reached or has failed
   */
  @Nullable
  static PlacementAnswer call(
      GlobalAggregateManager jobMaster,
      OperatorID operator,
      ExecutionAttemptID attempt,
      PlacementRequest request)
      throws IOException, TimeoutException {
    byte[] message = InstantiationUtil.serializeObject(new Message(operator, attempt, request));
    try {
      byte[] answer = jobMaster.updateGlobalAggregate(NAME, message, new PlacementCall());
      return answer.length == 0 ? null : read(answer);
    } catch (IOException e) {
      Optional<TimeoutException> timeout = ExceptionUtils.findThrowable(e, TimeoutException.class);
      if (timeout.isPresent()) {
        throw timeout.get();
      }
      throw e;
    }
  }

  @Override
  public byte[] createAccumulator() {
    return NO_ANSWER;
  }

  /** The JobMaster keeps the last answer as the accumulator. */
  @Override
  public byte[] add(byte[] bytes, byte[] lastAnswer) {
    try {
      Message message = read(bytes);
      RunningAttempts.Subtask subtask = RunningAttempts.find(message.operator, message.attempt);
      PlacementAnswer answer =
          subtask == null ? null : message.request.answerOf(subtask.coordinator, subtask.index);
      return answer == null ? NO_ANSWER : InstantiationUtil.serializeObject(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("TypeParameterUnusedInFormals") // written by this class
  private static <T> T read(byte[] bytes) throws IOException {
    try {
      return InstantiationUtil.deserializeObject(bytes, PlacementCall.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IOException(
          "The JobManager and the TaskManager have different versions of Trilink.", e);
    }
  }

  @Override
  public byte[] getResult(byte[] answer) {
    return answer;
  }

  @Override
  public byte[] merge(byte[] answer, byte[] other) {
    throw new UnsupportedOperationException("Answers are not merged.");
  }

  private static final class Message implements Serializable {

    private static final long serialVersionUID = 1L;

    final OperatorID operator;
    final ExecutionAttemptID attempt;
    final PlacementRequest request;

    Message(OperatorID operator, ExecutionAttemptID attempt, PlacementRequest request) {
      this.operator = operator;
      this.attempt = attempt;
      this.request = request;
    }
  }
}
