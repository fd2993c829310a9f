/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

/** How a test ended. */
enum TestOutcome {
  PASSED,
  FAILED,
  /** Ignored, or ended by an assumption. */
  SKIPPED
}
