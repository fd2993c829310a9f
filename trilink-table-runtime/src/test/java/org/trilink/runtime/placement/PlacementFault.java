/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

/** A rule that a {@link PlacementSimulation} breaks, to see that it is noticed. */
enum PlacementFault {
  NONE,
  /** Nothing is restored of the subtasks' part of a checkpoint. */
  SUBTASKS_PART_IS_LOST,
  /** The coordinator's part of a checkpoint is that of the one before. */
  COORDINATORS_PART_IS_OLD,
  /** The coordinator does not wait for what the subtasks have restored. */
  NOBODY_IS_AWAITED,
  /** Watermarks are sent before the records that came before them. */
  WATERMARKS_OVERTAKE,
  /** Watermarks are sent after the records that came after them. */
  WATERMARKS_ARE_OVERTAKEN
}
