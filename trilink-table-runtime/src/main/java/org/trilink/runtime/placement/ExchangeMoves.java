/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.trilink.runtime.move.protocol.SyncMessage;

/**
 * Moves the keys of an exchange, and is told for this what happens there. This class itself moves
 * none, for exchanges whose keys stay where the strategy places them; the {@link SyncLeader} does.
 */
class ExchangeMoves {

  private final CoordinatorThread thread;

  ExchangeMoves(CoordinatorThread thread) {
    this.thread = thread;
  }

  /** The job starts. */
  void start() {}

  /** The job ends. */
  void close() {}

  // ----------------------------------------------------------------------- the placing subtasks

  /** A subtask starts; returns the first message to it, null for none. */
  @Nullable
  SyncMessage.ToSender senderStarted(int input, int sender) {
    return null;
  }

  void senderFailed(int input, int sender) {}

  void senderReset(int input, int sender, long checkpoint) {}

  /**
   * A subtask asks whether it may end; returns the last message that was sent to it, null for none.
   */
  @Nullable
  SyncMessage.ToSender askedToEnd(int input, int sender) {
    return null;
  }

  // -------------------------------------------------------------------------------- checkpoints

  /** Flink has requested a coordinator's part of a checkpoint, which is released when it may be. */
  void checkpointRequested(long checkpoint, ExchangeCoordinator coordinator) {
    coordinator.release(checkpoint);
  }

  void checkpointCompleted(long checkpoint) {}

  void checkpointAborted(long checkpoint) {}

  /**
   * Adds its part to a checkpoint; returns everything.
   *
   * @param before writes what comes before it, in the coordinators' thread
   */
  CompletableFuture<byte[]> snapshot(long checkpoint, Callable<DataOutputSerializer> before)
      throws IOException {
    return thread.submit(() -> before.call().getCopyOfBuffer());
  }

  /**
   * Restores a snapshot.
   *
   * @param in null for an initial start, and if keys stayed where they were placed
   */
  void reset(long checkpoint, @Nullable DataInputDeserializer in) throws IOException {}
}
