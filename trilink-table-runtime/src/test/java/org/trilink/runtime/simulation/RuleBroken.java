/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.io.Serial;

/** A rule of a protocol was broken. */
public final class RuleBroken extends AssertionError {

  @Serial private static final long serialVersionUID = 1L;

  private final String rule;

  private RuleBroken(String rule, String message) {
    super(message);
    this.rule = rule;
  }

  /** Throws if a rule is broken; the rule is the message without its arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // its annotations are not on the class path
  public static void check(boolean right, String message, Object... arguments) {
    if (!right) {
      throw new RuleBroken(message, message.formatted(arguments));
    }
  }

  /**
   * Returns the kind of a failure: while steps are left out of a failing sequence, it must stay the
   * same.
   */
  static String kindOf(Throwable failure) {
    return failure instanceof RuleBroken broken
        ? broken.rule
        : failure.getClass().getName() + ": " + withoutNumbers(failure.getMessage());
  }

  private static String withoutNumbers(String message) {
    return message == null ? "" : message.replaceAll("-?\\d+", "#");
  }
}
