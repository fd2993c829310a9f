/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.List;

/**
 * Increments that a store applies in one step, together with their fence: (epoch, index) of their
 * writer. A chunk whose (epoch, index) is not greater than the writer's fence was applied before.
 */
public final class Chunk {

  /** Stands for the checkpoint of increments that belong to none. */
  public static final long NO_CHECKPOINT = -1;

  private final String writer;
  private final long epoch;
  private final int index;
  private final long checkpoint;
  private final List<Increment> increments;

  /**
   * Creates it.
   *
   * @param writer who collected the increments
   * @param epoch grows from one batch of the writer to the next
   * @param index grows from one chunk of the batch to the next
   * @param checkpoint the completed checkpoint that has the increments, or {@link #NO_CHECKPOINT}
   * @param increments at most one for each key and window
   */
  public Chunk(String writer, long epoch, int index, long checkpoint, List<Increment> increments) {
    this.writer = writer;
    this.epoch = epoch;
    this.index = index;
    this.checkpoint = checkpoint;
    this.increments = increments;
  }

  String writer() {
    return writer;
  }

  long epoch() {
    return epoch;
  }

  int index() {
    return index;
  }

  long checkpoint() {
    return checkpoint;
  }

  List<Increment> increments() {
    return increments;
  }
}
