/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

/** What happens to a job in the middle of its input. */
enum Interruption {
  NONE,
  /** It fails, and goes on from its latest checkpoint. */
  CRASH,
  /** It is stopped with a savepoint, and goes on with another number of subtasks. */
  RESCALE
}
