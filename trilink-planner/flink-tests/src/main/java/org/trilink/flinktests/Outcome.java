package org.trilink.flinktests;

/** How a test ended. */
enum Outcome {
  PASSED,
  FAILED,
  /** Ignored, or ended by an assumption. */
  SKIPPED
}
