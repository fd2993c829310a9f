/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import java.util.function.Consumer;
import org.trilink.runtime.move.protocol.SyncStates;

/**
 * Sends the states of keys that are moved away from a subtask, in parts; the first parts are sent
 * before the last ones are ready.
 */
final class StateParts {

  /**
   * Akka takes about 10 ms for each message that fills netty's write buffer, whatever its size: so
   * smaller parts would take longer in total.
   */
  private static final int PART_BYTES = 3 << 19;

  private final int subtask;
  private final byte[] layout;
  private final Consumer<SyncStates> out;

  private SyncStates part;
  private long bytes;

  /**
   * @param subtask that they leave
   * @param layout needed to read the states
   * @param out gets the parts
   */
  StateParts(int subtask, byte[] layout, Consumer<SyncStates> out) {
    this.subtask = subtask;
    this.layout = layout;
    this.out = out;
    begin();
  }

  private void begin() {
    part = new SyncStates();
    part.describe(subtask, layout);
    bytes = 0;
  }

  /** A key's state, by its place among the moves. */
  void add(int index, byte[] state) {
    part.put(index, state);
    bytes += state.length;
    if (bytes >= PART_BYTES) {
      out.accept(part);
      begin();
    }
  }

  /** Sends the remaining states. */
  void end() {
    if (!part.asMap().isEmpty()) {
      out.accept(part);
    }
  }
}
