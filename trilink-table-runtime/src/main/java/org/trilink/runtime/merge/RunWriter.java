/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.List;
import javax.annotation.Nullable;
import org.trilink.runtime.merge.store.Chunk;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.StagedArea;

/** Writes the increments of an attempt into the store, under its own name, with its fences. */
final class RunWriter {

  private final MergeStore store;
  private final MergeAttempt attempt;
  private final MergeRows rows;

  /** How many chunks were staged; the index of the next one. */
  private int staged;

  /** The epoch of the last chunk without a checkpoint. */
  private long epoch;

  RunWriter(MergeStore store, MergeAttempt attempt, MergeRows rows) {
    this.store = store;
    this.attempt = attempt;
    this.rows = rows;
  }

  /** The attempt's name in the store. */
  String name() {
    return attempt.writer();
  }

  /** Stages a chunk in the store, where it is not part of the result yet. */
  PendingChunk stage(List<Increment> chunk) {
    store.stage(name(), staged, IncrementCodec.write(chunk));
    return PendingChunk.staged(staged++, chunk.size());
  }

  /** Adds a chunk that belongs to no checkpoint. */
  void add(List<Increment> chunk) {
    store.apply(new Chunk(name(), ++epoch, 0, Chunk.NO_CHECKPOINT, chunk), rows.combiner());
  }

  /**
   * Adds those chunks of a batch that were not added before, and removes them from where they were
   * staged. The batch's checkpoint must be complete.
   *
   * @param by the writer of the batch
   */
  void add(String by, PendingBatch batch) {
    int index = 0;
    for (PendingChunk chunk : batch.chunks()) {
      byte[] content = content(by, chunk);
      if (content != null) { // otherwise it was added, and then removed
        store.apply(
            new Chunk(
                by, batch.checkpoint(), index, batch.checkpoint(), IncrementCodec.read(content)),
            rows.combiner());
      }
      index++;
    }
    for (PendingChunk chunk : batch.chunks()) {
      if (chunk.isStaged()) {
        store.unstage(by, chunk.stagedIndex());
      }
    }
  }

  /** A chunk's content; null if it was staged and is no longer in the store. */
  @Nullable
  private byte[] content(String by, PendingChunk chunk) {
    return chunk.isStaged() ? store.staged(by, chunk.stagedIndex()) : chunk.content();
  }

  /** Reports to the store that the subtask's input has ended. */
  void end() {
    store.end(attempt.subtask(), name());
  }

  /** Stages all remaining increments of the subtask. The last subtask to do so seals the run. */
  void seal(List<PendingChunk> chunks) {
    String area = "end" + name();
    int size = 0;
    for (PendingChunk chunk : chunks) {
      store.stage(area, size++, content(name(), chunk));
    }
    store.seal(attempt.subtask(), name(), new StagedArea(area, size));
  }
}
