/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.trilink.runtime.sync.transport.MessagePieces;

/** What a coordinator has to say to one attempt of a subtask, until that has fetched it. */
final class Outbox {

  static final OperatorEvent[] NO_MESSAGES = {};

  /** That are fetched at once: pieces of a large message have 2 MB, and Akka takes 10. */
  private static final int AT_ONCE = 4;

  private final Deque<OperatorEvent> messages = new ArrayDeque<>();

  /** Messages that are no longer here. */
  private int fetched;

  void add(OperatorEvent message) {
    messages.addAll(MessagePieces.cut(message));
  }

  /**
   * The next ones, and the same again as long as they have not been received.
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
