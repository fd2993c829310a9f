/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.apache.flink.types.Row;

/**
 * A query over t whose records are merged before its exchange, an input, and how the query is run.
 *
 * @param hasKeys whether rows are grouped by the query's key, or all are one group
 * @param windowed whether rows are also grouped by event-time windows
 * @param byKey whether every key has its own watermark, and rows are only in order within their
 *     key; otherwise all rows are in order
 * @param rescaledTo the number of subtasks after a savepoint
 */
public record MergedTrial(
    Query query,
    boolean hasKeys,
    boolean windowed,
    boolean byKey,
    Input input,
    Setup setup,
    MergeEmission emission,
    Optional<Placement> placement,
    Interruption interruption,
    int rescaledTo) {

  public MergedTrial {
    input = input.suiting(query);
  }

  /** Under key-level watermarks. */
  public static Arbitrary<MergedTrial> trialsByKey() {
    return Key.keys()
        .flatMap(key -> MergedQueries.windowed(key).flatMap(sql -> of(key, sql, true, true, true)));
  }

  /** Under the subtask's watermark, with keys that may be moved. */
  public static Arbitrary<MergedTrial> movedTrials() {
    return Key.keys().flatMap(key -> MergedQueries.windowed(key).flatMap(sql -> moved(key, sql)));
  }

  private static Arbitrary<MergedTrial> moved(Key key, String sql) {
    return of(key, sql, true, true, false, Setup.setupsOfSubtasks(), Placement.ofMoved(key));
  }

  /** Under the subtask's watermark, or under none. */
  public static Arbitrary<MergedTrial> trialsBySubtask() {
    return Key.keys()
        .flatMap(
            key ->
                Arbitraries.oneOf(
                    MergedQueries.windowed(key).flatMap(sql -> of(key, sql, true, true, false)),
                    MergedQueries.unbounded(key).flatMap(sql -> of(key, sql, true, false, false)),
                    MergedQueries.withoutKeys(key)
                        .flatMap(sql -> of(key, sql, false, sql.contains("window_start"), false))));
  }

  private static Arbitrary<MergedTrial> of(
      Key key, String sql, boolean hasKeys, boolean windowed, boolean byKey) {
    Arbitrary<Placement> placements =
        hasKeys ? Placement.of(key).injectNull(0.7) : Arbitraries.just(null);
    return of(key, sql, hasKeys, windowed, byKey, Setup.setups(), placements);
  }

  private static Arbitrary<MergedTrial> of(
      Key key,
      String sql,
      boolean hasKeys,
      boolean windowed,
      boolean byKey,
      Arbitrary<Setup> setups,
      Arbitrary<Placement> placements) {
    return combine(
            Input.inputs(),
            setups,
            MergeEmission.emissions(),
            placements,
            Arbitraries.of(Interruption.class),
            Arbitraries.integers().between(1, 3))
        .as(
            (input, setup, emission, placement, interruption, rescaledTo) ->
                new MergedTrial(
                    new Query(key, sql),
                    hasKeys,
                    windowed,
                    byKey,
                    input,
                    setup,
                    emission,
                    Optional.ofNullable(placement),
                    interruption,
                    rescaledTo));
  }

  /** In the order of their arrival. */
  List<Row> rows() {
    List<Row> rows = input.rows(input.t(), query.key());
    return byKey ? rows : rows.stream().sorted(Comparator.comparing(Input::time)).toList();
  }

  Map<String, String> options() {
    Map<String, String> options =
        emission.options(windowed, hasKeys ? Optional.of(query.key()) : Optional.empty());
    options.put("strict", "true");
    placement.ifPresent(how -> options.putAll(how.options(setup.parallelism())));
    if (byKey) {
      options.put("watermark", "key");
      if (setup.boundedSkew()) {
        options.put("watermark.max-skew", input.disorder(query.key()).toMillis() + " ms");
      }
    }
    return new TreeMap<>(options);
  }

  String sql() {
    return setup.inSession()
        ? query.sql()
        : query.hinted(
            options().entrySet().stream()
                .map(option -> "'%s'='%s'".formatted(option.getKey(), option.getValue()))
                .collect(Collectors.joining(", ")));
  }

  /** Returns this trial for a comparison with stock Flink key by key. */
  public Trial keyByKey() {
    return new Trial(query, input, setup, Optional.empty());
  }

  /** Everything that is needed to run it by hand. */
  @Override
  public String toString() {
    return setup
        + " "
        + interruption
        + (interruption == Interruption.RESCALE ? " to " + rescaledTo : "")
        + " "
        + options()
        + "\n"
        + sql()
        + "\nt:\n"
        + rows().stream().map(row -> "  " + row).collect(Collectors.joining("\n"));
  }
}
