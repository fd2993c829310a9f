/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

/** A rule that a {@link MergeSimulation} breaks, to see that it is noticed. */
enum MergeFault {
  NONE,
  /** The store has no fences: a chunk that is added again counts again. */
  NO_FENCES,
  /** A subtask is told that a checkpoint is complete as soon as it has taken its own part. */
  NOTIFIED_TOO_EARLY,
  /** Progress is published further than the input is. */
  BOUND_IS_TOO_HIGH,
  /** The others do not learn that a subtask is no longer idle. */
  WAKES_UNNOTICED
}
