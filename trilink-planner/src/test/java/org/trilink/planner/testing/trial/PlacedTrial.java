/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.apache.flink.types.Row;

/** A query whose keys are placed, an input sorted by time, and how the query is run. */
public record PlacedTrial(Query query, Input input, Setup setup, Placement placement) {

  public PlacedTrial {
    input = input.suiting(query);
  }

  public static Arbitrary<PlacedTrial> trials() {
    return trials(
        key -> Arbitraries.oneOf(Queries.by(key), UnboundedQueries.by(key)),
        Setup.setups(),
        Placement::of);
  }

  /** With keys that may be moved, so none of updates, which a move could reorder. */
  public static Arbitrary<PlacedTrial> movedTrials() {
    return trials(
        key -> Arbitraries.oneOf(Queries.withoutCascades(key), UnboundedQueries.inserts(key)),
        Setup.setupsOfSubtasks(),
        Placement::ofMoved);
  }

  private static Arbitrary<PlacedTrial> trials(
      Function<Key, Arbitrary<Query>> queries,
      Arbitrary<Setup> setups,
      Function<Key, Arbitrary<Placement>> placements) {
    return Key.keys()
        .flatMap(
            key ->
                combine(queries.apply(key), Input.inputs(), setups, placements.apply(key))
                    .as(PlacedTrial::new));
  }

  /** The rows, sorted by time so that results do not depend on watermarks. */
  List<Row> rows(List<Event> events) {
    return input.rows(events, query.key()).stream()
        .sorted(Comparator.comparing(Input::time))
        .toList();
  }

  Map<String, String> options() {
    Map<String, String> options = new TreeMap<>(placement.options(setup.parallelism()));
    options.put("strict", "true");
    return options;
  }

  String sql() {
    return setup.inSession()
        ? query.sql()
        : query.hinted(
            options().entrySet().stream()
                .map(option -> "'%s'='%s'".formatted(option.getKey(), option.getValue()))
                .collect(Collectors.joining(", ")));
  }

  /** Everything that is needed to run it by hand. */
  @Override
  public String toString() {
    return setup
        + " "
        + options()
        + "\n"
        + sql()
        + "\nt:\n"
        + text(rows(input.t()))
        + "\nu:\n"
        + text(rows(input.u()));
  }

  private static String text(List<Row> rows) {
    return rows.stream().map(row -> "  " + row).collect(Collectors.joining("\n"));
  }
}
