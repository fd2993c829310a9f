/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import javax.annotation.Nullable;

/** The information that a subtask provides when it joins a run. */
public final class Membership {

  private final int subtask;
  private final int parallelism;
  private final String writer;
  @Nullable private final String restoredJob;
  private final long restoredCheckpoint;

  private Membership(
      int subtask,
      int parallelism,
      String writer,
      @Nullable String restoredJob,
      long restoredCheckpoint) {
    this.subtask = subtask;
    this.parallelism = parallelism;
    this.writer = writer;
    this.restoredJob = restoredJob;
    this.restoredCheckpoint = restoredCheckpoint;
  }

  /**
   * A subtask without state.
   *
   * @param writer the name under which it will write, unique to this attempt
   */
  public static Membership fresh(int subtask, int parallelism, String writer) {
    return new Membership(subtask, parallelism, writer, null, Chunk.NO_CHECKPOINT);
  }

  /**
   * A subtask with state.
   *
   * @param job that took the checkpoint
   * @param checkpoint or savepoint that the state is from
   */
  public Membership restoredFrom(String job, long checkpoint) {
    return new Membership(subtask, parallelism, writer, job, checkpoint);
  }

  int subtask() {
    return subtask;
  }

  int parallelism() {
    return parallelism;
  }

  String writer() {
    return writer;
  }

  boolean isRestored() {
    return restoredJob != null;
  }

  /** Returns the job that took the checkpoint; null if nothing was restored. */
  @Nullable
  String restoredJob() {
    return restoredJob;
  }

  /** {@link Chunk#NO_CHECKPOINT} if nothing was restored. */
  long restoredCheckpoint() {
    return restoredCheckpoint;
  }
}
