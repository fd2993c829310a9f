/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.List;
import java.util.OptionalLong;

/**
 * How many records came to the subtasks of a keyed operator.
 *
 * @param operator its name in the web UI
 * @param records by subtask
 * @param keys how many different ones, by subtask, about; empty where they are not counted, as on
 *     operators whose keys are where Flink puts them
 */
public record ReportedKeyLoad(String operator, List<Long> records, List<Long> keys) {

  public ReportedKeyLoad {
    records = List.copyOf(records);
    keys = List.copyOf(keys);
  }

  /** The number of records of the subtask with the fewest; 0 without subtasks. */
  public long least() {
    return records.stream().mapToLong(Long::longValue).min().orElse(0);
  }

  /** The number of records of the subtask with the most; 0 without subtasks. */
  public long most() {
    return records.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  public double mean() {
    return records.stream().mapToLong(Long::longValue).average().orElse(0);
  }

  /** The least load divided by the greatest, 0 to 1; 1 is best, and the value without records. */
  public double balanceDegree() {
    return most() == 0 ? 1 : (double) least() / most();
  }

  /** The extra compute time of the busiest subtask, as a fraction of that under an even load. */
  public double extraComputeTime() {
    return most() == 0 ? 0 : most() / mean() - 1;
  }

  /** The keys of the subtask with the fewest; empty if they are not counted. */
  public OptionalLong leastKeys() {
    return keys.stream().mapToLong(Long::longValue).min();
  }

  /** The keys of the subtask with the most; empty if they are not counted. */
  public OptionalLong mostKeys() {
    return keys.stream().mapToLong(Long::longValue).max();
  }

  /**
   * The placement that the operator's name shows after {@code partition=}; {@code hash} if there is
   * none.
   */
  public String partition() {
    return partitionOf(operator);
  }

  static String partitionOf(String operator) {
    int start = operator.indexOf("[partition=");
    return start < 0
        ? "hash"
        : operator.substring(operator.indexOf('=', start) + 1, operator.indexOf(']', start));
  }

  /** The operator's kind, without its settings and what is chained to it. */
  public String kind() {
    return kindOf(operator);
  }

  static String kindOf(String operator) {
    return operator.replaceFirst("[\\[(].*", "").strip();
  }
}
