/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.List;

/** The increments that a subtask adds once a checkpoint is complete. */
final class PendingBatch {

  private final long checkpoint;
  private final long bound;
  private final List<PendingChunk> chunks;

  /**
   * Creates it.
   *
   * @param bound event time in ms: later batches only add to windows that end after it
   */
  PendingBatch(long checkpoint, long bound, List<PendingChunk> chunks) {
    this.checkpoint = checkpoint;
    this.bound = bound;
    this.chunks = chunks;
  }

  long checkpoint() {
    return checkpoint;
  }

  /** In ms. */
  long bound() {
    return bound;
  }

  List<PendingChunk> chunks() {
    return chunks;
  }
}
