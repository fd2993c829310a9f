/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.util.UUID;

/** Changes chunks, for tests. */
public final class Chunks {

  private Chunks() {}

  /**
   * Returns the increments of a chunk as those of a writer of whom the store knows nothing, so that
   * no fence holds.
   */
  public static Chunk ofAnotherWriter(Chunk chunk) {
    return new Chunk(
        UUID.randomUUID().toString().replace("-", ""),
        chunk.epoch(),
        chunk.index(),
        chunk.checkpoint(),
        chunk.increments());
  }
}
