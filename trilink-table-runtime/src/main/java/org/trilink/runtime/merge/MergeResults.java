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

  /** Up to where results were emitted. */
  BucketPositions positions();

  /** Asks the store, and emits what is new. */
  void poll();

  /** Emits what is new, as far as all subtasks are. */
  void emit(RunProgress progress);

  /**
   * Removes from the store what was emitted and is not needed any more.
   *
   * @param position up to which all was emitted
   */
  void drop(long position);

  /** Emits all that is left in a sealed run, where what the subtasks staged counts. */
  void emitSealed(List<StagedArea> staged);
}
