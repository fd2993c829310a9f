/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.apache.flink.types.Row;

/**
 * A query in some form, an input, and options that may suit the query or not.
 *
 * @param options Trilink's, by their names
 * @param rescaledTo the number of subtasks after a savepoint
 */
public record HintedTrial(
    Query query,
    Form form,
    Input input,
    Setup setup,
    Map<String, String> options,
    Place place,
    Way way,
    int rescaledTo) {

  public HintedTrial {
    input = input.suiting(query);
  }

  public static Arbitrary<HintedTrial> trials() {
    return Combinators.combine(Key.keys().flatMap(HintedTrial::queries), Input.inputs(), setups())
        .flatAs(HintedTrial::of);
  }

  private static Arbitrary<Query> queries(Key key) {
    return Arbitraries.oneOf(
        Queries.by(key),
        UnboundedQueries.by(key),
        Arbitraries.oneOf(
                MergedQueries.windowed(key),
                MergedQueries.unbounded(key),
                MergedQueries.withoutKeys(key))
            .map(sql -> new Query(key, sql)));
  }

  private static Arbitrary<Setup> setups() {
    return Setup.setups(Arbitraries.integers().between(1, TrialCluster.SLOTS));
  }

  private static Arbitrary<HintedTrial> of(Query query, Input input, Setup setup) {
    String maxSkew = input.span(query.key()).toMillis() + " ms";
    return Combinators.combine(
            Arbitraries.of(Form.class),
            RandomHintOptions.of(query.key(), setup.parallelism(), maxSkew),
            Arbitraries.of(Place.class),
            Arbitraries.of(Way.class),
            Arbitraries.integers().between(1, TrialCluster.SLOTS))
        .as(
            (form, options, place, way, rescaledTo) ->
                new HintedTrial(
                    query,
                    way == Way.CRASH || way == Way.RESCALE ? single(form) : form,
                    input,
                    setup,
                    way == Way.RESCALE ? withoutWeights(options) : options,
                    place,
                    way,
                    rescaledTo));
  }

  /** A job that is restored has one sink, which keeps its rows in its state. */
  private static Form single(Form form) {
    return form == Form.STATEMENT_SET ? Form.PLAIN : form;
  }

  /** There is one weight for each subtask. */
  private static Map<String, String> withoutWeights(Map<String, String> options) {
    return options.containsKey("partition.weights")
        ? Map.of("partition", "least-key", "strict", "true")
        : options;
  }

  /** Whether event time is asked for by key. */
  boolean isByKey() {
    return "key".equals(options.get("watermark"));
  }

  /** Whether an option that cannot be followed is an error. */
  public boolean isStrict() {
    return "true".equals(options.get("strict"));
  }

  List<String> definitions() {
    return form.definitions(inner(), hint());
  }

  List<String> statements() {
    return form.statements(inner(), hint());
  }

  /** The query that is within the form, with hints behind its tables if that is their place. */
  private Query inner() {
    return place == Place.TABLE && query.hasPlaceBehindTables()
        ? query.hintedTables(inHint())
        : query;
  }

  private String hint() {
    return place == Place.SESSION || (place == Place.TABLE && query.hasPlaceBehindTables())
        ? ""
        : Query.hint(inHint());
  }

  private String inHint() {
    return options.entrySet().stream()
        .map(option -> "'%s'='%s'".formatted(option.getKey(), option.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** How often the query's rows are written. */
  public int copies() {
    return form == Form.STATEMENT_SET ? 2 : 1;
  }

  /** The rows of t in the order of their arrival if keys are apart, otherwise in that of time. */
  List<Row> rows(List<Event> events, boolean byKey) {
    List<Row> rows = input.rows(events, query.key());
    return byKey ? rows : rows.stream().sorted(Comparator.comparing(Input::time)).toList();
  }

  /** Returns a trial of this query and input for a comparison with stock Flink key by key. */
  Trial keyByKey() {
    return new Trial(query, input, setup, Optional.empty());
  }

  /** Everything that is needed to run it by hand. */
  @Override
  public String toString() {
    return "%s, %s%s, options of %s: %s\n%s\nt:\n%s\nu:\n%s"
        .formatted(
            setup,
            way,
            way == Way.RESCALE ? " to " + rescaledTo : "",
            place,
            options,
            String.join(";\n", definitions()) + "\n" + String.join(";\n", statements()),
            text(input.rows(input.t(), query.key())),
            text(input.rows(input.u(), query.key())));
  }

  private static String text(List<Row> rows) {
    return rows.stream().map(row -> "  " + row).collect(Collectors.joining("\n"));
  }
}
