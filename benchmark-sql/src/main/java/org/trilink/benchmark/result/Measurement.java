/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One measured run.
 *
 * @param trial what was run
 * @param startedAt the time of day, ISO-8601 in UTC
 * @param exact whether the result is the oracle's, row by row; a run without a result is
 * @param values what was measured
 * @param loads how many records each subtask of the keyed operator had; empty if nobody asked
 * @param balance how even loads were over time; empty if nobody watched, and left out of the file
 * @param differences the first few from the oracle's rows, one line each
 */
public record Measurement(
    Trial trial,
    String startedAt,
    boolean exact,
    Map<Metric, Double> values,
    List<Long> loads,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BalancePoint> balance,
    List<String> differences) {

  public Measurement {
    EnumMap<Metric, Double> ordered = new EnumMap<>(Metric.class);
    ordered.putAll(values);
    values = Collections.unmodifiableMap(ordered);
    loads = List.copyOf(loads);
    balance = balance == null ? List.of() : List.copyOf(balance);
    differences = List.copyOf(differences);
  }

  /** The value of a metric; empty if this run does not tell. */
  public OptionalDouble value(Metric metric) {
    Double value = values.get(metric);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Returns this run; if its situation does not have the coordinate, with this value of it. */
  public Measurement withDefault(String coordinate, String value) {
    Map<String, String> situation = new TreeMap<>(trial.situation());
    return situation.putIfAbsent(coordinate, value) != null
        ? this
        : new Measurement(
            new Trial(trial.variant(), situation, trial.round()),
            startedAt,
            exact,
            values,
            loads,
            balance,
            differences);
  }
}
