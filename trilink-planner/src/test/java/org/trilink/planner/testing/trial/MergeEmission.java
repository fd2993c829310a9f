/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * When a local merge sends.
 *
 * @param delay in ms, null for any
 * @param records null for any
 * @param punctuated whether the end of a slot triggers sending
 * @param condition whether a record that satisfies a condition does so, too; only if punctuated
 * @param slot a duration that divides a second, null for the whole slice
 */
record MergeEmission(
    Integer delay, Integer records, boolean punctuated, boolean condition, String slot) {

  static Arbitrary<MergeEmission> emissions() {
    Arbitrary<Boolean> either = Arbitraries.of(false, true);
    return combine(
            Arbitraries.integers().between(1, 40).injectNull(0.6),
            Arbitraries.integers().between(1, 5).injectNull(0.6),
            either,
            either,
            Arbitraries.of("1 s", "500 ms", "40 ms").injectNull(0.6))
        .as(MergeEmission::new);
  }

  /**
   * Trilink's options and their values.
   *
   * @param key of the query, empty for none
   */
  Map<String, String> options(boolean windowed, Optional<Key> key) {
    Map<String, String> options = new TreeMap<>(Map.of("exchange", "local-merge"));
    List<String> triggers = new ArrayList<>();
    if (delay != null) {
      triggers.add("period");
      options.put("local-merge.emit.delay", delay + " ms");
    }
    if (records != null) {
      triggers.add("count");
      options.put("local-merge.emit.records", records.toString());
    }
    boolean hasCondition = condition && key.isPresent();
    if (punctuated && (windowed || hasCondition)) {
      triggers.add("punctuated");
      if (hasCondition) {
        // key columns are in the aggregate's input in any query
        String column = key.get().columns().get(0).column();
        options.put(
            "local-merge.emit.when",
            column + " IS NULL OR CHAR_LENGTH(CAST(" + column + " AS STRING)) > 5");
      }
    }
    if (!triggers.isEmpty()) {
      options.put("local-merge.emit", String.join(",", triggers));
    }
    if (windowed && slot != null) {
      options.put("local-merge.slot", slot);
    }
    return options;
  }
}
