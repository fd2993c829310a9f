/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import org.apache.calcite.rel.RelNode;

/** The rewrite planned for an operator's exchange. */
@FunctionalInterface
public interface ExchangeRewrite {

  /** A request above the operator, for a rule to carry out; or the operator, rewritten. */
  RelNode request(RelNode operator);

  /** Whether it also decides where keys are, so that nothing else may. */
  default boolean placesKeys() {
    return false;
  }
}
