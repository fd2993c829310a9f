/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

/**
 * The reason why a request of hints is refused. Caught where the hints are handled; not a failure.
 */
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
