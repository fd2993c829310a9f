/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.api.TableEnvironment;
import org.trilink.planner.delegation.FlinkVersion;

/** The advice on a statement, operator by operator. Immutable. */
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

  /**
   * Says which hint suits a statement, by a sample of its input: the latest 200,000 records of the
   * Kafka topics that each keyed operator reads, within 30 seconds. The hints in the statement are
   * not looked at. Print it, or read its parts.
   *
   * @param sql a SELECT or INSERT
   * @throws org.apache.flink.table.api.ValidationException if the statement is wrong
   * @throws org.apache.flink.table.api.TableException if this is another Flink than the one that
   *     Trilink was built for, if the statement cannot be planned, or a table cannot be read, or is
   *     empty
   */
  public static Advice forStatement(TableEnvironment environment, String sql) {
    return forStatement(environment, sql, AdviceSettings.DEFAULT);
  }

  /** Advises on a statement, with another sample or parallelism than the default. */
  public static Advice forStatement(
      TableEnvironment environment, String sql, AdviceSettings settings) {
    FlinkVersion.require();
    return new Advisor(environment, settings).advise(sql);
  }

  /** The statement, as it was given. */
  public String statement() {
    return statement;
  }

  /**
   * The advice on each keyed operator, those next to the tables first; not on operators of earlier
   * statements.
   */
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
