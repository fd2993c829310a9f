/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;

/** Increments that wait for their checkpoint: here, or staged in the store if memory is short. */
final class PendingChunk {

  static final int HERE = -1;

  /** The increments, serialized; null if they are staged. */
  @Nullable private final byte[] content;

  private final int stagedIndex;
  private final int size;

  private PendingChunk(@Nullable byte[] content, int stagedIndex, int size) {
    this.content = content;
    this.stagedIndex = stagedIndex;
    this.size = size;
  }

  /**
   * Kept here.
   *
   * @param size how many increments
   */
  static PendingChunk here(byte[] content, int size) {
    return new PendingChunk(content, HERE, size);
  }

  /**
   * In the store.
   *
   * @param index in the writer's staged area
   * @param size how many increments
   */
  static PendingChunk staged(int index, int size) {
    return new PendingChunk(null, index, size);
  }

  boolean isStaged() {
    return content == null;
  }

  @Nullable
  byte[] content() {
    return content;
  }

  int stagedIndex() {
    return stagedIndex;
  }

  /** How many increments. */
  int size() {
    return size;
  }
}
