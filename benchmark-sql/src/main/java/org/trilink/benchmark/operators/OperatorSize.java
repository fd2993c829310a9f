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
 * A size that operators are measured with: as many rows as stock Flink reads in a second or two, so
 * that all runs take some minutes; where new keys wait until they are placed, in some seconds. A
 * million keys need a row each, which takes longer, so that they are run once, and in RocksDB with
 * those queries only that stock Flink runs in some seconds.
 *
 * @param keys how many
 */
record OperatorSize(StateBackend backend, int keys) {

  private static final int FEW_KEYS = 1_000;
  private static final int MANY_KEYS = 1_000_000;
  private static final long WARM_UP_WITH_MANY_KEYS = 300_000;
  private static final List<Integer> KEYS = List.of(FEW_KEYS, 10_000, MANY_KEYS);

  private static final Map<OperatorQuery, Long> ON_THE_HEAP =
      Map.of(
          GROUP_BY_TUMBLE, 1_000_000L,
          GROUP_BY_HOP, 700_000L,
          GROUP_BY_SESSION, 800_000L,
          OVER_RANGE, 500_000L,
          MATCH_RECOGNIZE, 100_000L,
          TVF_TUMBLE, 1_000_000L,
          WINDOW_TOP_N, 800_000L,
          INTERVAL_JOIN, 400_000L,
          DEDUPLICATION, 2_000_000L,
          GROUP_BY_LEAST_KEY, 8_000_000L);

  private static final Map<OperatorQuery, Long> IN_ROCKSDB =
      Map.of(
          GROUP_BY_TUMBLE, 250_000L,
          GROUP_BY_HOP, 100_000L,
          GROUP_BY_SESSION, 80_000L,
          OVER_RANGE, 80_000L,
          MATCH_RECOGNIZE, 4_000L,
          TVF_TUMBLE, 600_000L,
          WINDOW_TOP_N, 250_000L,
          INTERVAL_JOIN, 30_000L,
          DEDUPLICATION, 1_200_000L,
          GROUP_BY_LEAST_KEY, 900_000L);

  /** Others have a row a key: these are done with one in no time. */
  private static final Map<OperatorQuery, Long> WITH_MANY_KEYS =
      Map.of(DEDUPLICATION, 3_000_000L, GROUP_BY_LEAST_KEY, 3_000_000L);

  private static final List<OperatorQuery> QUICK =
      List.of(GROUP_BY_TUMBLE, OVER_RANGE, MATCH_RECOGNIZE, GROUP_BY_LEAST_KEY);

  private static final List<OperatorQuery> MANY_KEYS_ON_THE_HEAP =
      List.of(
          GROUP_BY_TUMBLE,
          GROUP_BY_SESSION,
          OVER_RANGE,
          TVF_TUMBLE,
          WINDOW_TOP_N,
          DEDUPLICATION,
          GROUP_BY_LEAST_KEY);

  private static final List<OperatorQuery> MANY_KEYS_IN_ROCKSDB =
      List.of(GROUP_BY_TUMBLE, TVF_TUMBLE, DEDUPLICATION, GROUP_BY_LEAST_KEY);

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
    if (keys == MANY_KEYS) {
      return backend == StateBackend.HEAP ? MANY_KEYS_ON_THE_HEAP : MANY_KEYS_IN_ROCKSDB;
    }
    return Stream.of(OperatorQuery.values()).filter(query -> rows(query) >= keys).toList();
  }

  /** How often each engine runs each query. */
  int rounds(BenchOptions options) {
    return switch (keys) {
      case MANY_KEYS -> options.rounds().orElse(1);
      default -> options.roundsOr(2, 1);
    };
  }

  /** The input of a query; {@code --rows} can make it smaller. */
  InOrderInput input(OperatorQuery query, BenchOptions options) {
    long wanted = options.rows().orElse(rows(query));
    return new InOrderInput(Math.min(rows(query), InOrderInput.PARTS * wanted), keys);
  }

  private long rows(OperatorQuery query) {
    if (keys == MANY_KEYS) {
      return WITH_MANY_KEYS.getOrDefault(query, (long) MANY_KEYS);
    }
    return (backend == StateBackend.HEAP ? ON_THE_HEAP : IN_ROCKSDB).get(query);
  }

  /** At most as many rows warm a query up; none if it is not warmed up. */
  long warmUpRows(BenchOptions options) {
    if (options.quick()) {
      return 0;
    }
    return keys == MANY_KEYS ? WARM_UP_WITH_MANY_KEYS : Long.MAX_VALUE;
  }

  /** The flag of the JVM that limits its heap. */
  String heap() {
    return keys == MANY_KEYS ? "-Xmx10g" : "-Xmx4g";
  }

  /** So that even short runs have some; with a million keys one takes as long as a short run. */
  String checkpointInterval() {
    return keys == MANY_KEYS ? "5 s" : "500 ms";
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
