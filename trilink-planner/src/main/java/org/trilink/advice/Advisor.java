/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.trilink.advice.StatementPlanner.Plan;
import org.trilink.advice.operator.ObservedOperator;
import org.trilink.advice.operator.OperatorFacts;
import org.trilink.advice.operator.OperatorSample;
import org.trilink.advice.operator.Recommendation;
import org.trilink.advice.operator.Recommender;
import org.trilink.advice.operator.SampleJob;
import org.trilink.advice.operator.Texts;
import org.trilink.planner.metadata.PlanNames;
import org.trilink.planner.node.StreamExecHintReport;
import org.trilink.planner.node.StreamPhysicalHintReport;

/**
 * Advises on the statements of a table environment. Operators that several statements have in
 * common, such as those of a view, are advised on once.
 */
public final class Advisor {

  private final TableEnvironment tables;
  private final AdviceSettings settings;
  private final Set<String> known = new HashSet<>();

  public Advisor(TableEnvironment tables, AdviceSettings settings) {
    this.tables = tables;
    this.settings = settings;
  }

  /**
   * Advises on a SELECT or INSERT: plans it as if it had no TRILINK hints, and runs a job over a
   * sample of the tables that its keyed operators read.
   *
   * @return without the operators that earlier statements have had, too
   * @throws ValidationException if the statement is wrong
   * @throws TableException if it cannot be planned, or a table cannot be read or is empty
   */
  public Advice advise(String sql) {
    StatementPlanner planner = new StatementPlanner(tables, settings);
    Plan plan = planner.planInOnePhase(sql);
    List<OperatorAdvice> operators = new ArrayList<>();
    boolean hasEarlierOperators = false;
    for (ObservedOperator operator :
        ObservedOperator.in(plan.physical(), planner.session().timeZone())) {
      if (known.add(operator.digest())) {
        operators.add(
            operator.obstacle() == null
                ? advise(sql, operator, planner)
                : OperatorAdvice.withoutSample(operator));
      } else {
        hasEarlierOperators = true;
      }
    }
    return new Advice(
        sql,
        operators,
        hasEarlierOperators,
        planner.plan(sql, Collections.emptyMap()).explained(),
        planner.plan(sql, firstOptions(operators)).explained());
  }

  private static Map<String, String> firstOptions(List<OperatorAdvice> operators) {
    return operators.stream()
        .map(OperatorAdvice::options)
        .filter(options -> !options.isEmpty())
        .findFirst()
        .orElse(Collections.emptyMap());
  }

  private OperatorAdvice advise(String sql, ObservedOperator operator, StatementPlanner planner) {
    OperatorSample sample =
        new SampleJob(planner.session(), settings.records(), settings.limit()).run(operator);
    if (sample.size() == 0) {
      throw new TableException(
          String.format(
              "No record reaches %s: %s.",
              operator.title(),
              sample.whyNothing(
                  operator, Texts.duration(settings.limit().toMillis()) + " (--seconds)")));
    }
    OperatorFacts facts = new OperatorFacts(operator, sample, planner.session());
    Recommendation recommendation = Recommender.recommend(facts);
    while (!recommendation.hint().isEmpty() && takeBack(recommendation, sql, operator, planner)) {
      // what is left is planned again
    }
    return OperatorAdvice.of(facts, recommendation);
  }

  /** Takes an option back that the planner refuses; returns whether there is one. */
  private static boolean takeBack(
      Recommendation recommendation,
      String sql,
      ObservedOperator operator,
      StatementPlanner planner) {
    Map<String, String> options = recommendation.options();
    RelNode planned;
    try {
      planned = planner.plan(sql, options).physical();
    } catch (ValidationException e) {
      List<String> subjects = recommendation.subjects();
      String last = subjects.get(subjects.size() - 1);
      recommendation.takeBack(last, e.getMessage());
      return true;
    }
    for (String option : recommendation.subjects()) {
      String refusal = refusal(planned, option + "=" + options.get(option), operator);
      if (refusal != null) {
        recommendation.takeBack(option, refusal);
        return true;
      }
    }
    return false;
  }

  /**
   * The reason that a plan gives above that operator, or one like it, for refusing the option; null
   * if it applies the option.
   */
  @Nullable
  private static String refusal(RelNode rel, String said, ObservedOperator operator) {
    if (rel instanceof StreamPhysicalHintReport) {
      String report = ((StreamPhysicalHintReport) rel).report();
      RelNode below = rel.getInput(0);
      while (below instanceof StreamPhysicalHintReport) {
        below = below.getInput(0);
      }
      if (report.startsWith(said + StreamExecHintReport.REFUSED)
          && operator.title().startsWith(PlanNames.operator(below) + " ")) {
        return report.substring((said + StreamExecHintReport.REFUSED).length());
      }
    }
    for (RelNode input : rel.getInputs()) {
      String refusal = refusal(input, said, operator);
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }
}
