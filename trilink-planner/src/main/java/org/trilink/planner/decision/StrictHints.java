/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.node.StreamExecAdvice;

/** With 'strict' a refused request is an error. */
public final class StrictHints {

  private StrictHints() {}

  /**
   * A refusal.
   *
   * @param what what was asked for, e.g. {@code watermark=key}
   */
  public static <T> Decision<T> refuse(String what, String reason, ResolvedOptions options) {
    return refuse(what, reason, options.isStrict());
  }

  public static <T> Decision<T> refuse(String what, String reason, boolean strict) {
    return Decision.refuse(advice(what, reason, strict));
  }

  /** Returns the text of a refusal; throws it as an error with 'strict'. */
  public static String advice(String what, String reason, ResolvedOptions options) {
    return advice(what, reason, options.isStrict());
  }

  private static String advice(String what, String reason, boolean strict) {
    String advice = what + StreamExecAdvice.REFUSED + reason;
    if (strict) {
      throw error(advice);
    }
    return advice;
  }

  public static ValidationException error(String advice) {
    return new ValidationException(
        "TRILINK hint: " + advice + ". It is an error because 'strict' is 'true'.");
  }
}
