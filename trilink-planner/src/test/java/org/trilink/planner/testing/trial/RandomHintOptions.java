/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/**
 * Options of all techniques in any combination: those that suit a query, those that do not, and
 * those that no query may have. Of options that change results those are left out that do so by the
 * clock ({@code watermark.idle-timeout}) or on purpose ({@code watermark.keys-per-group}).
 */
final class RandomHintOptions {

  /** Further than any record is ahead of others. */
  private static final String MAX_LEAD = "30 d";

  private RandomHintOptions() {}

  /**
   * Options by their names, at least one.
   *
   * @param maxSkew that no key exceeds, as a duration
   */
  static Arbitrary<Map<String, String>> of(Key key, int parallelism, String maxSkew) {
    return combine(
            watermarks(maxSkew),
            partitions(key, parallelism),
            exchanges(key),
            Arbitraries.frequencyOf(
                Tuple.of(8, none()),
                Tuple.of(1, one("decode", "stock")),
                Tuple.of(1, one("decode", "projected"))),
            Arbitraries.frequencyOf(Tuple.of(6, none()), Tuple.of(1, one("strict", "true"))))
        .as(
            (watermark, partition, exchange, decode, strict) -> {
              Map<String, String> all = new TreeMap<>(watermark);
              List.of(partition, exchange, decode, strict).forEach(all::putAll);
              return all;
            })
        .filter(options -> !options.isEmpty());
  }

  private static Arbitrary<Map<String, String>> none() {
    return Arbitraries.just(Map.of());
  }

  private static Arbitrary<Map<String, String>> one(String name, String value) {
    return Arbitraries.just(Map.of(name, value));
  }

  private static Arbitrary<Map<String, String>> watermarks(String maxSkew) {
    Map<String, String> bounded = Map.of("watermark", "key", "watermark.max-skew", maxSkew);
    Map<String, String> led = new HashMap<>(bounded);
    led.put("watermark.max-lead", MAX_LEAD);
    Map<String, String> dropped = new HashMap<>(led);
    dropped.put("watermark.max-lead.action", "drop");
    return Arbitraries.frequencyOf(
        Tuple.of(6, none()),
        Tuple.of(6, one("watermark", "key")),
        Tuple.of(6, Arbitraries.just(bounded)),
        Tuple.of(1, Arbitraries.just(led)),
        Tuple.of(1, Arbitraries.just(dropped)),
        Tuple.of(1, one("watermark", "subtask")),
        Tuple.of(1, one("watermark.max-skew", maxSkew)));
  }

  private static Arbitrary<Map<String, String>> partitions(Key key, int parallelism) {
    return Arbitraries.frequencyOf(
        Tuple.of(8, none()),
        Tuple.of(8, Placement.of(key).map(how -> how.options(parallelism))),
        Tuple.of(1, one("partition", "modulo")),
        Tuple.of(1, one("partition", "weight")),
        Tuple.of(1, one("partition.weights", "50,50")));
  }

  private static Arbitrary<Map<String, String>> exchanges(Key key) {
    Arbitrary<Map<String, String>> merges =
        combine(MergeEmission.emissions(), Arbitraries.of(false, true), Arbitraries.of(false, true))
            .as(
                (emission, windowed, byKey) ->
                    emission.options(windowed, byKey ? Optional.of(key) : Optional.empty()));
    return Arbitraries.frequencyOf(
        Tuple.of(8, none()),
        Tuple.of(8, merges),
        Tuple.of(1, one("exchange", "shuffle")),
        Tuple.of(1, one("exchange", "ahead-keyby")),
        Tuple.of(1, one("exchange", "global-merge")),
        Tuple.of(1, one("local-merge.slot", "1 s")));
  }
}
