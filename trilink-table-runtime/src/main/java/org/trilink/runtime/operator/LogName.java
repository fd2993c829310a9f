/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import javax.annotation.Nullable;

/** How lines of the log name operators and subtasks, which all of Trilink's lines do alike. */
public final class LogName {

  /** As metrics cut names: those of SQL operators hold whole expressions. */
  private static final int MAX_LENGTH = 80;

  private LogName() {}

  /**
   * An operator's name, as long as metrics have it, too.
   *
   * @param name as it stands in the job's graph; null if there is none
   */
  public static String ofOperator(@Nullable String name) {
    String text = String.valueOf(name);
    return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
  }

  /**
   * A subtask of an operator.
   *
   * @param name of the operator, as it stands in the job's graph; null if there is none
   * @param subtask from 0 on
   */
  public static String ofSubtask(@Nullable String name, int subtask) {
    return "operator " + ofOperator(name) + ", subtask " + subtask;
  }
}
