/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

/** A rule that a {@link SplitSimulation} breaks, to see that it is noticed. */
enum SplitFault {
  NONE,
  /** Readers go on with what they have restored. */
  READERS_KEEP_RESTORED_SPLITS,
  /** Checkpoints are taken before all readers have reported. */
  CHECKPOINTS_ARE_NOT_SKIPPED,
  /** Splits that were assigned since the last checkpoint are not assigned again after a failure. */
  ASSIGNED_SPLITS_ARE_FORGOTTEN,
  /** Splits that are assigned to a reader at once arrive one by one, and it reads in between. */
  SPLITS_ARE_SENT_ONE_BY_ONE
}
