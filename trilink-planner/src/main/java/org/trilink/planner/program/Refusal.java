package org.trilink.planner.program;

/** Why something that hints ask for is not done. Handled where the hints are; no failure. */
final class Refusal extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Creates it.
   *
   * @param reason a clause for EXPLAIN
   */
  Refusal(String reason) {
    super(reason);
  }
}
