/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

/** How a trial's job is run. */
enum Way {
  STATEMENTS,
  /** Its plan is written as JSON and read again; if stock Flink cannot do that, as statements. */
  JSON_PLAN,
  /** It fails halfway, and is restored from its latest checkpoint. */
  CRASH,
  /** It is stopped with a savepoint, and restored at another parallelism. */
  RESCALE
}
