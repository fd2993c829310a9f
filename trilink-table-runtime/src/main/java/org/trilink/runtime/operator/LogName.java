/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import javax.annotation.Nullable;

/** The names of operators and subtasks in log lines, the same in all of Trilink. */
public final class LogName {

  /**
   * The maximum length of a name, as in metrics: names of SQL operators contain whole expressions.
   */
  private static final int MAX_LENGTH = 80;

  private LogName() {}

  /**
   * An operator's name, truncated as in metrics.
   *
   * @param name in the job graph; null if there is none
   */
  public static String ofOperator(@Nullable String name) {
    String text = String.valueOf(name);
    return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
  }

  /**
   * A subtask of an operator.
   *
   * @param name of the operator in the job graph; null if there is none
   * @param subtask from 0 on
   */
  public static String ofSubtask(@Nullable String name, int subtask) {
    return "operator " + ofOperator(name) + ", subtask " + subtask;
  }
}
