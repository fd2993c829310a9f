/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

/** An interruption of a job halfway through its input. */
enum Interruption {
  NONE,
  /** It fails, and is restored from its latest checkpoint. */
  CRASH,
  /** It is stopped with a savepoint, and restored at another parallelism. */
  RESCALE
}
