/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

/** Why something that hints ask for is not done. Handled where the hints are; no failure. */
public final class Refusal extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Creates it.
   *
   * @param reason a clause for EXPLAIN
   */
  public Refusal(String reason) {
    super(reason);
  }
}
