/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.trilink.benchmark.result.BalancePoint;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;
import org.trilink.launcher.demo.Latencies;
import org.trilink.launcher.local.Checkpoint;

/** Collects what is found out of a run, bit by bit. */
public final class MeasurementBuilder {

  private final Map<Metric, Double> values = new EnumMap<>(Metric.class);
  private List<Long> loads = List.of();
  private List<BalancePoint> balance = List.of();
  private List<String> differences = List.of();
  private boolean exact = true;

  /** Notes a value. */
  public MeasurementBuilder put(Metric metric, double value) {
    values.put(metric, value);
    return this;
  }

  /** Notes a count. */
  public MeasurementBuilder put(Metric metric, long count) {
    return put(metric, (double) count);
  }

  /**
   * Notes what it took to read so many records.
   *
   * @param cpuSeconds of all nodes
   */
  public MeasurementBuilder throughput(long records, double seconds, double cpuSeconds) {
    return put(Metric.TIMED_RECORDS, records)
        .put(Metric.SECONDS, seconds)
        .put(Metric.RECORDS_PER_SECOND, records / seconds)
        .put(Metric.CPU_PER_RECORD, cpuSeconds * 1e6 / records);
  }

  /** Notes percentiles of times in ms, if there are any. */
  public MeasurementBuilder percentiles(Latencies times, Metric p50, Metric p99, Metric max) {
    return times.isEmpty()
        ? this
        : put(p50, times.percentileMs(50))
            .put(p99, times.percentileMs(99))
            .put(max, times.percentileMs(100));
  }

  /** Notes the medians of checkpoints' sizes and durations; there must be some. */
  public MeasurementBuilder checkpoints(List<Checkpoint> checkpoints) {
    return put(
            Metric.CHECKPOINT_BYTES,
            Sample.of(checkpoints.stream().mapToDouble(Checkpoint::bytes)).median())
        .put(
            Metric.CHECKPOINT_MILLIS,
            Sample.of(checkpoints.stream().mapToDouble(Checkpoint::millis)).median());
  }

  /** Notes how many records each subtask of the keyed operator had. */
  public MeasurementBuilder loads(List<Long> records) {
    loads = records;
    return this;
  }

  /** Notes how even loads were over time. */
  public MeasurementBuilder balance(List<BalancePoint> points) {
    balance = points;
    return this;
  }

  /** Notes how the result compares with the oracle's, all kinds of rows together. */
  public MeasurementBuilder verdict(Verdict verdict) {
    put(Metric.ROWS_EXPECTED, sum(verdict, RowComparison::expected));
    put(Metric.ROWS_RIGHT, sum(verdict, RowComparison::matching));
    put(Metric.ROWS_WRONG, sum(verdict, RowComparison::wrong));
    put(Metric.ROWS_MISSING, sum(verdict, RowComparison::missing));
    put(Metric.ROWS_SURPLUS, sum(verdict, rows -> rows.unexpected() + rows.duplicate()));
    verdict.coverage().ifPresent(coverage -> put(Metric.RECORDS_LOST, coverage.lost()));
    exact = verdict.exact();
    differences = verdict.differences();
    return this;
  }

  /**
   * Notes how the result compares with another one, of which it is only known whether they are
   * equal: of a result that differs no row is known to be right.
   *
   * @param difference empty if they are equal
   */
  public MeasurementBuilder comparison(long expectedRows, Optional<String> difference) {
    put(Metric.ROWS_EXPECTED, expectedRows);
    put(Metric.ROWS_RIGHT, difference.isEmpty() ? expectedRows : 0);
    exact = difference.isEmpty();
    differences = difference.stream().toList();
    return this;
  }

  /** Notes whether all is right that has nothing to do with rows. */
  public MeasurementBuilder require(boolean right) {
    exact &= right;
    return this;
  }

  private static long sum(Verdict verdict, ToLongFunction<RowComparison> count) {
    return verdict.results().stream().mapToLong(count).sum();
  }

  /** Builds the measurement of the run. */
  public Measurement build(Trial trial, Instant startedAt) {
    return new Measurement(
        trial,
        startedAt.truncatedTo(ChronoUnit.SECONDS).toString(),
        exact,
        values,
        loads,
        balance,
        differences);
  }
}
