/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.ComparedQuery;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.QueryVariant;
import org.trilink.benchmark.operators.InOrderInput;
import org.trilink.benchmark.operators.OperatorQuery;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

/**
 * An operator whose checkpoints are measured. Windows take some half a minute of the faster engine,
 * so that each interval has a checkpoint; the others as much of the slower one, as they are there
 * for how long a checkpoint stops them.
 */
enum CheckpointJob {
  WINDOWS(OperatorQuery.TVF_TUMBLE, 100_000, true, 80_000_000L, 30_000_000L),
  OVER_RANGE(OperatorQuery.OVER_RANGE, 10_000, false, 10_000_000L, 800_000L),
  INTERVAL_JOIN(OperatorQuery.INTERVAL_JOIN, 10_000, false, 8_000_000L, 400_000L),
  GROUP_BY(OperatorQuery.GROUP_BY_LEAST_KEY, 100_000, false, 24_000_000L, 6_000_000L);

  /** How often there is a checkpoint; the rarest only in a run that is long enough. */
  private static final List<String> INTERVALS = List.of("none", "30 s", "5 s", "1 s");

  private static final String NEVER = INTERVALS.get(0);
  private static final String RAREST = INTERVALS.get(1);

  private static final long QUICK_ROWS = 400_000;
  private static final long WARM_UP_ROWS = 2_000_000;

  /** A warm-up has one of so many rows, since each variant has one. */
  private static final long PART_TO_WARM_UP = 10;

  private final OperatorQuery query;
  private final int keys;
  private final boolean isLong;
  private final long onTheHeap;
  private final long inRocksDb;

  /**
   * @param isLong whether a run is long enough for the rarest checkpoints
   * @param onTheHeap how many rows
   * @param inRocksDb how many rows
   */
  CheckpointJob(OperatorQuery query, int keys, boolean isLong, long onTheHeap, long inRocksDb) {
    this.query = query;
    this.keys = keys;
    this.isLong = isLong;
    this.onTheHeap = onTheHeap;
    this.inRocksDb = inRocksDb;
  }

  /** With the least input, the windows only. */
  static List<CheckpointJob> all(BenchOptions options) {
    return options.quick() ? List.of(WINDOWS) : List.of(values());
  }

  /** How many are read of it; the option for each node can only make it less. */
  private long rows(StateBackend backend, BenchOptions options) {
    long standard =
        options.quick() ? QUICK_ROWS : backend == StateBackend.HEAP ? onTheHeap : inRocksDb;
    long ofNode = standard / InOrderInput.PARTS;
    return InOrderInput.PARTS * Math.min(options.rows().orElse(ofNode), ofNode);
  }

  /** 0 for no warm-up. */
  private long warmUpRows(StateBackend backend, BenchOptions options) {
    return options.quick() ? 0 : Math.min(WARM_UP_ROWS, rows(backend, options) / PART_TO_WARM_UP);
  }

  /** Both engines by turns at each interval, stock Flink without checkpoints first. */
  ComparedQuery compared(StateBackend backend, BenchOptions options) {
    return new ComparedQuery(
        INTERVALS.stream()
            .filter(interval -> isLong || !interval.equals(RAREST))
            .flatMap(
                interval ->
                    Stream.of(Engine.FLINK, Engine.TRILINK)
                        .map(engine -> variant(engine, interval, backend)))
            .toList(),
        rows(backend, options),
        warmUpRows(backend, options),
        options.standardRounds());
  }

  private QueryVariant variant(Engine engine, String interval, StateBackend backend) {
    Map<String, String> situation =
        Map.of(
            CheckpointBenchmark.OPERATOR,
            toString(),
            StateBackend.COORDINATE,
            backend.toString(),
            CheckpointBenchmark.INTERVAL,
            interval);
    Map<String, String> settings =
        interval.equals(NEVER) ? Map.of() : Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, interval);
    return new QueryVariant(
        new Trial(engine.toString(), situation, 0),
        rows -> query.over(new InOrderInput(rows, keys), engine).with(settings));
  }

  /** For the settings: "10,000 keys; records, heap: 10,000,000, rocksdb: 800,000". */
  String size(BenchOptions options) {
    return String.format(
        Locale.ROOT,
        "%,d keys; records, heap: %,d, rocksdb: %,d",
        keys,
        rows(StateBackend.HEAP, options),
        rows(StateBackend.ROCKSDB, options));
  }

  /** The coordinate's value. */
  @Override
  public String toString() {
    return query.toString();
  }
}
