/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.AdvisedOptions;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.node.StreamExecHintReport;

/**
 * Decides on an option that is left to advice. Nobody has asked for what is advised: where it
 * cannot be done, Flink's plan stays, and EXPLAIN says why.
 */
public final class AdvisedDecision {

  private AdvisedDecision() {}

  /**
   * Decides on the value in force, which is not stock Flink's.
   *
   * @param decide gets the options; may throw a {@link ValidationException}, which is no error for
   *     a value that is advised
   */
  public static <T> Decision<T> of(
      HintOption<?> option,
      ResolvedOptions options,
      Function<ResolvedOptions, Decision<T>> decide) {
    if (!options.isAdvised(option)) {
      return decide.apply(options);
    }
    Decision<T> decision;
    try {
      decision = decide.apply(options.lenient());
    } catch (ValidationException e) {
      return Decision.remark(stays(option, options, e.getMessage()));
    }
    return decision.accepted() != null || decision.refusal() == null
        ? decision
        : Decision.remark(stays(option, options, withoutSubject(decision.refusal())));
  }

  private static String withoutSubject(String refusal) {
    int end = refusal.indexOf(StreamExecHintReport.REFUSED);
    return end < 0 ? refusal : refusal.substring(end + StreamExecHintReport.REFUSED.length());
  }

  private static <T> String stays(HintOption<T> option, ResolvedOptions options, String reason) {
    return stays(
        option,
        options,
        option.format(options.get(option)) + " is advised, and cannot be planned: ",
        reason);
  }

  /**
   * Decides on stock Flink's value, be it advised or not: none, with a remark why; or refused, if
   * there is no sample for an option that is {@code auto}, or if the hint that sets the value also
   * specifies another one.
   */
  public static <T> Decision<T> stock(HintOption<?> option, ResolvedOptions options) {
    if (!options.isLeftToAdvice(option)) {
      return HintDetails.refuse(option, options);
    }
    AdvisedOptions advised = options.advised();
    if (advised.obstacle() == null) {
      return Decision.remark(stays(option, options, "", advised.whyNot(option)));
    }
    return options.isAuto(option)
        ? StrictHints.refuse(option.name() + "=auto", advised.obstacle(), options)
        : Decision.remark(
            options.describeChoice(option)
                + " has no effect here: "
                + advised.obstacle()
                + byThePlanAlone(advised));
  }

  private static String byThePlanAlone(AdvisedOptions advised) {
    return advised.suggestions().isEmpty()
        ? ""
        : "; by the plan alone, " + String.join(", and ", advised.suggestions());
  }

  private static <T> String stays(
      HintOption<T> option, ResolvedOptions options, String what, @Nullable String reason) {
    String value = option.format(option.defaultValue());
    return String.format(
        "%s: %s, as %s%s",
        options.describeChoice(option),
        options.isAuto(option) ? value : option.name() + "=" + value,
        what,
        reason == null ? "nothing in the sample speaks for another value" : reason);
  }
}
