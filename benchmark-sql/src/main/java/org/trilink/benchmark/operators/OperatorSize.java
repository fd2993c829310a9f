/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import static org.trilink.benchmark.operators.OperatorQuery.DEDUPLICATION;
import static org.trilink.benchmark.operators.OperatorQuery.GROUP_BY_HOP;
import static org.trilink.benchmark.operators.OperatorQuery.GROUP_BY_LEAST_KEY;
import static org.trilink.benchmark.operators.OperatorQuery.GROUP_BY_SESSION;
import static org.trilink.benchmark.operators.OperatorQuery.GROUP_BY_TUMBLE;
import static org.trilink.benchmark.operators.OperatorQuery.INTERVAL_JOIN;
import static org.trilink.benchmark.operators.OperatorQuery.MATCH_RECOGNIZE;
import static org.trilink.benchmark.operators.OperatorQuery.MATCH_RECOGNIZE_QUANTIFIED;
import static org.trilink.benchmark.operators.OperatorQuery.OVER_RANGE;
import static org.trilink.benchmark.operators.OperatorQuery.TVF_TUMBLE;
import static org.trilink.benchmark.operators.OperatorQuery.WINDOW_TOP_N;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.StateBackend;

/**
 * A size that operators are measured with: as many rows as the faster engine takes ten seconds for,
 * when both are warm, but no more than stock Flink reads in about a minute, so that one that is
 * many times as fast has less than ten seconds. Queries are left out for which that would be less
 * than a row a key.
 *
 * @param keys how many
 */
record OperatorSize(StateBackend backend, int keys) {

  private static final int MANY_KEYS = 1_000_000;
  private static final List<Integer> KEYS = List.of(1_000, 10_000, MANY_KEYS);

  /** A warm-up, and an input with --quick, has one of so many rows. */
  private static final int PART = 10;

  private static final long MOST_QUICK_ROWS = 1_000_000;

  /** In millions, by the number of keys; 0 where a query is left out. */
  private static final Map<OperatorQuery, Map<StateBackend, List<Double>>> ROWS =
      Map.ofEntries(
          Map.entry(GROUP_BY_TUMBLE, rows(List.of(34., 28., 16.), List.of(20., 16., 10.))),
          Map.entry(GROUP_BY_HOP, rows(List.of(34., 30., 0.), List.of(12., 6., 0.))),
          Map.entry(GROUP_BY_SESSION, rows(List.of(27., 20., 14.), List.of(5., 4., 0.))),
          Map.entry(OVER_RANGE, rows(List.of(5.5, 3.5, 2.), List.of(0.4, 0.6, 0.))),
          Map.entry(MATCH_RECOGNIZE, rows(List.of(2., 2., 0.), List.of(0.04, 0.04, 0.))),
          Map.entry(MATCH_RECOGNIZE_QUANTIFIED, rows(List.of(2., 2., 0.), List.of(0.04, 0.04, 0.))),
          Map.entry(TVF_TUMBLE, rows(List.of(45., 40., 24.), List.of(45., 36., 20.))),
          Map.entry(WINDOW_TOP_N, rows(List.of(20., 16., 6.), List.of(12., 10., 0.))),
          Map.entry(INTERVAL_JOIN, rows(List.of(5., 4., 0.), List.of(0.4, 0.4, 0.))),
          Map.entry(DEDUPLICATION, rows(List.of(50., 50., 24.), List.of(30., 30., 16.))),
          Map.entry(GROUP_BY_LEAST_KEY, rows(List.of(34., 31., 20.), List.of(30., 30., 10.))));

  private static final List<OperatorQuery> QUICK =
      List.of(GROUP_BY_TUMBLE, OVER_RANGE, MATCH_RECOGNIZE, GROUP_BY_LEAST_KEY);

  private static Map<StateBackend, List<Double>> rows(
      List<Double> onTheHeap, List<Double> inRocksDb) {
    return Map.of(StateBackend.HEAP, onTheHeap, StateBackend.ROCKSDB, inRocksDb);
  }

  /** All, the smallest first; with --quick the first only. */
  static List<OperatorSize> all(BenchOptions options) {
    List<OperatorSize> all =
        Stream.of(StateBackend.values())
            .flatMap(backend -> KEYS.stream().map(count -> new OperatorSize(backend, count)))
            .toList();
    return options.quick() ? all.subList(0, 1) : all;
  }

  /** The queries that are run with this size. */
  List<OperatorQuery> queries(BenchOptions options) {
    if (options.quick()) {
      return QUICK;
    }
    return Stream.of(OperatorQuery.values()).filter(query -> rows(query) > 0).toList();
  }

  /** The input of a query; {@code --rows} can make it smaller, down to a row a key. */
  InOrderInput input(OperatorQuery query, BenchOptions options) {
    long standard = options.quick() ? Math.min(rows(query) / PART, MOST_QUICK_ROWS) : rows(query);
    long ofPart = standard / InOrderInput.PARTS;
    long rows = InOrderInput.PARTS * Math.min(ofPart, options.rows().orElse(ofPart));
    return new InOrderInput(Math.max(rows, keys), keys);
  }

  private long rows(OperatorQuery query) {
    return Math.round(1e6 * ROWS.get(query).get(backend).get(KEYS.indexOf(keys)));
  }

  /** So many rows, in equal parts, warm a query up; 0 for no warm-up. */
  long warmUpRows(OperatorQuery query, BenchOptions options) {
    long ofPart = input(query, options).rows() / InOrderInput.PARTS;
    return options.quick() ? 0 : InOrderInput.PARTS * (ofPart / PART);
  }

  /** The flag of the JVM that limits its heap. */
  String heap() {
    return keys == MANY_KEYS ? "-Xmx10g" : "-Xmx4g";
  }

  /** "rocksdb, 1,000 keys". */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s, %,d keys", backend, keys);
  }

  /** The rows of a query in all sizes that it is run with. */
  static String rowsOf(OperatorQuery query, BenchOptions options) {
    return all(options).stream()
        .filter(size -> size.queries(options).contains(query))
        .map(size -> String.format(Locale.ROOT, "%s: %,d", size, size.input(query, options).rows()))
        .collect(Collectors.joining("; "));
  }

  /** Names the queries that are not run with this size, because stock Flink takes too long. */
  String leftOut(BenchOptions options) {
    List<OperatorQuery> run = queries(options);
    return Stream.of(OperatorQuery.values())
        .filter(query -> !run.contains(query))
        .map(OperatorQuery::toString)
        .collect(Collectors.joining(", "));
  }
}
