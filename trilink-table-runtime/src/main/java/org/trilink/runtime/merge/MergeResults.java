/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.List;
import org.trilink.runtime.merge.store.RunProgress;
import org.trilink.runtime.merge.store.StagedArea;

/**
 * The results of the buckets that a subtask owns: of windows ({@link WindowResults}), or of keys
 * without windows ({@link ChangedResults}). Each bucket has a position up to which its results were
 * emitted.
 */
interface MergeResults {

  /** The positions up to which results were emitted. */
  BucketPositions positions();

  /** Polls the store and emits new results. */
  void poll();

  /** Emits new results, up to the progress of all subtasks. */
  void emit(RunProgress progress);

  /**
   * Removes from the store what was emitted and is not needed any more.
   *
   * @param position up to which all was emitted
   */
  void drop(long position);

  /** Emits all remaining results of a sealed run, including what the subtasks staged. */
  void emitSealed(List<StagedArea> staged);
}
