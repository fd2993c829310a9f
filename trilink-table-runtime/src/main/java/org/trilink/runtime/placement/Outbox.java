/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.trilink.runtime.move.transport.MessagePieces;

/** Messages of a coordinator to one attempt of a subtask, kept until they are fetched. */
final class Outbox {

  static final OperatorEvent[] NO_MESSAGES = {};

  /** Messages per fetch: pieces of a large message have 2 MB, and Akka's limit is 10 MB. */
  private static final int AT_ONCE = 4;

  private final Deque<OperatorEvent> messages = new ArrayDeque<>();

  /** The number of messages that were fetched and removed. */
  private int fetched;

  void add(OperatorEvent message) {
    messages.addAll(MessagePieces.cut(message));
  }

  /**
   * The next messages; the same ones again as long as they have not been received.
   *
   * @param received how many the subtask has received so far
   */
  OperatorEvent[] next(int received) {
    for (; fetched < received; fetched++) {
      messages.remove();
    }
    return messages.stream().limit(AT_ONCE).toArray(OperatorEvent[]::new);
  }
}
