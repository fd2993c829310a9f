/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.apache.flink.types.Row;

/** A query, an input for it, and how it is run. */
public record Trial(Query query, Input input, Setup setup, Optional<Placement> placement) {

  public Trial {
    input = input.suiting(query);
  }

  public static Arbitrary<Trial> trials() {
    return trials(Queries::by, Setup.setups());
  }

  private static Arbitrary<Trial> trials(
      Function<Key, Arbitrary<Query>> queries, Arbitrary<Setup> setups) {
    return Combinators.combine(Key.keys().flatMap(queries), Input.inputs(), setups)
        .as((query, input, setup) -> new Trial(query, input, setup, Optional.empty()));
  }

  /** With keys that are placed. */
  public static Arbitrary<Trial> placedTrials() {
    return placed(trials(), Placement::of);
  }

  /** With keys that may be moved, which is refused below another operator. */
  public static Arbitrary<Trial> movedTrials() {
    return placed(trials(Queries::withoutCascades, Setup.setupsOfSubtasks()), Placement::ofMoved);
  }

  private static Arbitrary<Trial> placed(
      Arbitrary<Trial> trials, Function<Key, Arbitrary<Placement>> placements) {
    return trials.flatMap(
        trial ->
            placements
                .apply(trial.query.key())
                .map(
                    placement ->
                        new Trial(trial.query, trial.input, trial.setup, Optional.of(placement))));
  }

  String sql() {
    return setup.inSession()
        ? query.sql()
        : query.hinted(
            options().entrySet().stream()
                .map(option -> "'%s'='%s'".formatted(option.getKey(), option.getValue()))
                .collect(Collectors.joining(", ")));
  }

  /** Trilink's options and their values. */
  Map<String, String> options() {
    Map<String, String> options = new TreeMap<>(Map.of("watermark", "key", "strict", "true"));
    placement.ifPresent(how -> options.putAll(how.options(setup.parallelism())));
    if (setup.boundedSkew()) {
      options.put("watermark.max-skew", maxSkew());
    }
    return options;
  }

  /** The max skew as a duration in Flink's format; no key trails by more. */
  private String maxSkew() {
    Key key = query.key();
    return (query.hasTwoTables() ? input.span(key) : input.disorder(key)).toMillis() + " ms";
  }

  /** Everything that is needed to run it by hand. */
  @Override
  public String toString() {
    String text =
        setup
            + " "
            + options()
            + "\n"
            + sql()
            + "\nt:\n"
            + text(input.rows(input.t(), query.key()));
    return query.hasTwoTables() ? text + "\nu:\n" + text(input.rows(input.u(), query.key())) : text;
  }

  private static String text(List<Row> rows) {
    return rows.stream().map(row -> "  " + row).collect(Collectors.joining("\n"));
  }
}
