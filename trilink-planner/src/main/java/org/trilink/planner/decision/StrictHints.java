/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.node.StreamExecHintReport;

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
    return Decision.refuse(refusal(what, reason, strict));
  }

  /** Returns the text of a refusal; throws it as an error with 'strict'. */
  public static String refusal(String what, String reason, ResolvedOptions options) {
    return refusal(what, reason, options.isStrict());
  }

  private static String refusal(String what, String reason, boolean strict) {
    String refusal = what + StreamExecHintReport.REFUSED + reason;
    if (strict) {
      throw error(refusal);
    }
    return refusal;
  }

  public static ValidationException error(String refusal) {
    return new ValidationException(
        "TRILINK hint: " + refusal + ". It is an error because 'strict' is 'true'.");
  }
}
