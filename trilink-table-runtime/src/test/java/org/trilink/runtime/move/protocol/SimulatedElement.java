/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

/** An element in a simulated channel. */
sealed interface SimulatedElement {

  /**
   * A record.
   *
   * @param id unique, ascending within a sender
   * @param keyGroup where it was placed; -1 before that
   */
  record Reading(int input, int sender, int id, int key, long time, int keyGroup)
      implements SimulatedElement {

    Reading in(int placedGroup) {
      return new Reading(input, sender, id, key, time, placedGroup);
    }
  }

  /** A watermark of a sender. */
  record Mark(long time) implements SimulatedElement {}

  /** A sender becomes idle, or active. */
  record Idleness(boolean idle) implements SimulatedElement {}

  /** A marker of a Sync. */
  record InBand(SyncMarker marker) implements SimulatedElement {}

  /** A checkpoint's barrier. */
  record Barrier(long checkpoint) implements SimulatedElement {}

  /** The end of a channel. */
  record End() implements SimulatedElement {}
}
