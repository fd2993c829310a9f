/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.concurrent.TimeoutException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.util.InstantiationUtil;
import org.trilink.runtime.simulation.Fiber;

/**
 * The calls of one attempt of a subtask to the JobMaster. A call waits, its {@link Fiber} parked,
 * until the simulation decides what becomes of it.
 */
final class SteppedCalls implements GlobalAggregateManager {

  /** The outcomes of a call. */
  enum Fate {
    IS_ANSWERED,
    IS_LOST,
    ANSWER_IS_LOST
  }

  private static final byte[] NO_ANSWER = {};

  private Fate next = Fate.IS_ANSWERED;

  /** The call that waits; null if there is none. */
  @Nullable private Call waiting;

  /** How many calls the coordinator has answered, not counting "not yet". */
  private int answers;

  /** How many of these answers were received. */
  private int received;

  /** After "not yet" a client waits in real time: only so often. */
  private int pauses = 1;

  /** A call that has not been answered. */
  @FunctionalInterface
  interface Call {

    /** The answer's bytes; empty if there is none. */
    byte[] answer() throws IOException;
  }

  boolean isWaiting() {
    return waiting != null;
  }

  @Nullable
  Call waiting() {
    return waiting;
  }

  int answers() {
    return answers;
  }

  int received() {
    return received;
  }

  /** Decides about the call that waits, before its fiber is resumed. */
  void decide(Fate fate) {
    next = fate;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <I, A, O> O updateGlobalAggregate(
      String name, Object aggregand, AggregateFunction<I, A, O> function) throws IOException {
    byte[] serialized = InstantiationUtil.serializeObject(function);
    waiting =
        () -> {
          try {
            AggregateFunction<I, A, O> remote =
                InstantiationUtil.deserializeObject(serialized, getClass().getClassLoader());
            return (byte[]) remote.getResult(remote.add((I) aggregand, remote.createAccumulator()));
          } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
          }
        };
    while (true) {
      byte[] answer = await();
      if (answer.length > 0) {
        received++;
      }
      if (answer.length > 0 || pauses-- > 0) {
        waiting = null;
        return (O) answer;
      }
    }
  }

  private byte[] await() throws IOException {
    try {
      Fiber.park();
    } catch (InterruptedException e) {
      throw new IOException("The attempt has ended.", e);
    }
    byte[] answer = next == Fate.IS_LOST ? NO_ANSWER : answer();
    if (next == Fate.IS_ANSWERED) {
      return answer;
    }
    throw new IOException("Error updating global aggregate.", new TimeoutException("lost"));
  }

  private byte[] answer() throws IOException {
    byte[] answer = waiting.answer();
    if (answer.length > 0) {
      answers++;
    }
    return answer;
  }
}
