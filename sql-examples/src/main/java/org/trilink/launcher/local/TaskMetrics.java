/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.Map;
import java.util.Optional;

/**
 * Metrics of a job's task, of all its operators and subtasks together.
 *
 * @param name in the web UI
 * @param load of its subtasks; empty if it does not get its records by key
 * @param sums over the subtasks, by metric
 * @param maxima of the subtasks, by metric
 */
public record TaskMetrics(
    String name,
    Optional<ReportedKeyLoad> load,
    Map<String, Double> sums,
    Map<String, Double> maxima) {

  public TaskMetrics {
    sums = Map.copyOf(sums);
    maxima = Map.copyOf(maxima);
  }

  /** The first operator's kind, without its settings and what is chained to it. */
  public String kind() {
    return ReportedKeyLoad.kindOf(name);
  }

  public boolean has(String metric) {
    return sums.containsKey(metric);
  }

  /** The sum of a counter over the subtasks; 0 if no operator has it. */
  public long sum(String metric) {
    return Math.round(sums.getOrDefault(metric, 0.0));
  }

  /** The greatest value of a gauge among the subtasks; 0 if no operator has it. */
  public long max(String metric) {
    return Math.round(maxima.getOrDefault(metric, 0.0));
  }

  /** The greatest value of a gauge between 0 and 1 among the subtasks; 0 if no operator has it. */
  public double share(String metric) {
    return maxima.getOrDefault(metric, 0.0);
  }
}
