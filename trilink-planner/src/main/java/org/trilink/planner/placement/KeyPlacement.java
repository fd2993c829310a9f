/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;

/** A placement of keys as planned: its settings, and how EXPLAIN shows them. */
public final class KeyPlacement {

  private final KeyPlacementSpec spec;
  private final String description;
  private final String operator;
  @Nullable private String orderNeededBy;

  /**
   * Creates it.
   *
   * @param description the settings, and where each was set
   * @param operator the identity of the operator whose keys are placed ({@link OperatorIdentity})
   */
  KeyPlacement(KeyPlacementSpec spec, String description, String operator) {
    this.spec = spec;
    this.description = description;
    this.operator = operator;
  }

  /** The identity of the operator whose keys are placed. */
  String operator() {
    return operator;
  }

  /**
   * Records what another statement does with the results, so that the keys may not be moved: this
   * placement is only good for the first of the two rounds in which Flink plans a set.
   */
  void setOrderNeededBy(String consumer) {
    orderNeededBy = consumer;
  }

  /**
   * To be called before this becomes part of a job.
   *
   * @throws ValidationException if keys are moved although the order of their results counts
   */
  void requireFinal() {
    if (orderNeededBy != null) {
      throw new ValidationException(
          "TRILINK hint: 'partition'='auto' or a monitor moves keys of an operator whose results"
              + " several statements share, and in one of them they go to "
              + orderNeededBy
              + ". Leave the option, or the session's, out.");
    }
  }

  public KeyPlacementSpec spec() {
    return spec;
  }

  @Override
  public String toString() {
    return description;
  }
}
