/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.advice;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.annotation.PublicEvolving;

/** What is advised for a statement, operator by operator. Immutable. */
@PublicEvolving
public final class Advice {

  private final String statement;
  private final List<OperatorAdvice> operators;
  private final boolean hasEarlierOperators;
  private final String planBefore;
  private final String planAfter;

  Advice(
      String statement,
      List<OperatorAdvice> operators,
      boolean hasEarlierOperators,
      String planBefore,
      String planAfter) {
    this.statement = statement;
    this.operators = Collections.unmodifiableList(new ArrayList<>(operators));
    this.hasEarlierOperators = hasEarlierOperators;
    this.planBefore = planBefore;
    this.planAfter = planAfter;
  }

  /** The statement, as it was given. */
  public String statement() {
    return statement;
  }

  /** Of each keyed operator, those next to the tables first; not of those of earlier statements. */
  public List<OperatorAdvice> operators() {
    return operators;
  }

  /** EXPLAIN of the statement without hints. */
  public String planBefore() {
    return planBefore;
  }

  /** EXPLAIN of the statement with what is recommended for its first operator that has advice. */
  public String planAfter() {
    return planAfter;
  }

  /** As JSON, on one line: the same figures, with times in ms and shares between 0 and 1. */
  public String toJson() {
    return AdviceJson.of(this).toString();
  }

  /** For people: the facts as a table, the hint, its reasons, and what speaks against others. */
  @Override
  public String toString() {
    if (!operators.isEmpty()) {
      return operators.stream().map(OperatorAdvice::toString).collect(Collectors.joining("\n"));
    }
    return hasEarlierOperators
        ? "Its keyed operators are those of an earlier statement, see there.\n"
        : "No operator of the statement gets its rows by key, so no hint has an effect on it.\n";
  }
}
