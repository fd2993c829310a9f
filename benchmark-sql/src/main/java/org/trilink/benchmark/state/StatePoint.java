/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.state;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Schedule;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;

/**
 * A number of keys, in order or not.
 *
 * @param keys how many there are
 * @param disorder the share of the keys that are late; in order, both engines have every row right
 * @param rowsOfNode records for each node
 * @param timed which part of the records is timed, the last one; if it is all, until the state has
 *     all of them
 * @param variants what is compared
 * @param rounds unless the user asks for another number
 */
record StatePoint(
    int keys, double disorder, long rowsOfNode, double timed, List<Variant> variants, int rounds) {

  static final double IN_ORDER = 0;
  static final double HALF_LATE = 0.5;

  private static final Duration SKEW = Duration.ofMinutes(3);
  private static final long SEED = 1;

  GeneratorOptions input(BenchOptions options, int nodes) {
    return generated(options.rows().orElse(rowsOfNode) * nodes, keys, disorder);
  }

  static GeneratorOptions generated(long rows, int keys, double disorder) {
    return new GeneratorOptions(
        rows, keys, disorder, disorder == IN_ORDER ? Duration.ZERO : SKEW, 0, SEED);
  }

  boolean isAllTimed() {
    return timed == 1;
  }

  List<Trial> trials(BenchOptions options) {
    List<String> names = Variant.names(variants);
    List<Trial> trials = new ArrayList<>();
    for (StateBackend backend : StateBackend.values()) {
      trials.addAll(Schedule.alternating(situation(backend), names, options.roundsOr(rounds)));
    }
    return trials;
  }

  private Map<String, String> situation(StateBackend backend) {
    return Map.of(
        StateBackend.COORDINATE,
        backend.toString(),
        "keys",
        String.valueOf(keys),
        "disorder",
        String.valueOf(disorder));
  }

  Map<String, String> settings(BenchOptions options, int nodes) {
    GeneratorOptions input = input(options, nodes);
    String here = "%,d keys, %s".formatted(keys, disorder == IN_ORDER ? "in order" : "half late");
    return Map.of(
        "input of " + here,
        input.toString(),
        "rounds with " + here,
        String.valueOf(options.roundsOr(rounds)),
        "timed with " + here,
        isAllTimed()
            ? "all records, until the state has them"
            : "the last %,d records".formatted(Math.round(timed * input.rows())));
  }
}
