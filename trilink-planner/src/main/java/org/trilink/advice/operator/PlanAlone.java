/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.ArrayList;
import java.util.List;
import org.trilink.planner.kafka.KafkaTable;

/** Says by the plan alone what a hint could do for an operator of whose input nothing is known. */
final class PlanAlone {

  private PlanAlone() {}

  /** With fewer keys a subtask, some have more of them than others. */
  private static final int KEYS_OF_A_SUBTASK = 4;

  /**
   * One clause for each hint, with the condition under which it pays.
   *
   * @param parallelism of the job
   */
  static List<String> suggestions(ObservedOperator operator, int parallelism) {
    List<String> suggestions = new ArrayList<>();
    long keys = keysAtMost(operator);
    if (keys < (long) KEYS_OF_A_SUBTASK * parallelism && parallelism > 1) {
      suggestions.add(
          String.format(
              "there are %s keys at most, which no placement spreads evenly over %s subtasks",
              Texts.number(keys), Texts.number(parallelism)));
    }
    for (ObservedInput input : operator.inputs()) {
      KafkaTable table = input.kafka();
      boolean isReadByRecordKeys =
          operator.obstacle() == null
              && operator.inputs().size() == 1
              && table != null
              && !table.isUpsert()
              && !table.keyFields().isEmpty()
              && table.keyFields().equals(input.scanned().names());
      if (isReadByRecordKeys) {
        suggestions.add(
            String.format(
                "'exchange'='ahead-keyby' with 'ahead-keyby.partitioned-by'='kafka-key' needs no"
                    + " exchange if the topic of table %s is written by its record keys %s",
                table, table.keyFields()));
      }
    }
    if (operator.windows() != null || operator.isGroupAggregate()) {
      suggestions.add(
          String.format(
              "'exchange'='local-merge' sends fewer rows if a key has several records in %s",
              operator.windows() == null
                  ? "a second"
                  : Texts.duration(operator.windows().slice())));
    }
    return suggestions;
  }

  private static long keysAtMost(ObservedOperator operator) {
    return operator.obstacle() == null && operator.inputs().size() == 1
        ? KeyCount.atMost(operator.inputs().get(0))
        : KeyCount.UNKNOWN;
  }
}
