/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

/** A rule that a {@link SimulatedJob} breaks, to see that it is noticed. */
enum SyncFault {
  NONE,
  /** Markers are not in order with the records of their channel. */
  MARKERS_OVERTAKE_RECORDS,
  /** Checkpoints are taken while keys move. */
  CHECKPOINTS_DO_NOT_WAIT,
  /** The state of moved keys does not arrive. */
  STATES_GET_LOST,
  /** The map of moved keys is not restored with the state. */
  MAP_IS_NOT_RESTORED
}
