/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.TopicRows;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.demo.InputTopic;
import org.trilink.launcher.demo.Latencies;
import org.trilink.launcher.demo.LiveLines;
import org.trilink.launcher.demo.SteadyLines;

/**
 * How long results take: input is written at a steady rate while the job runs, and the broker's
 * clock says when each record and each row came. A window's latency is the time from the first
 * record of its key at or behind its end, which tells that the window is complete, to its row.
 */
public final class LatencyProbe {

  private final BenchCluster cluster;
  private final Workload workload;
  private final WindowColumns columns;
  private final GeneratorOptions options;
  private final double recordsPerSecond;
  private long recordsBefore;
  private Duration head = Duration.ZERO;

  /**
   * Creates the probe of a workload.
   *
   * @param columns of input records and rows
   * @param recordsPerSecond at which input is written
   */
  public LatencyProbe(
      BenchCluster cluster,
      Workload workload,
      WindowColumns columns,
      GeneratorOptions options,
      double recordsPerSecond) {
    this.cluster = cluster;
    this.workload = workload;
    this.columns = columns;
    this.options = options;
    this.recordsPerSecond = recordsPerSecond;
  }

  /**
   * Also measures the cold start, by the first row that the job makes of what is there before.
   *
   * @param records that are written before the job is submitted, enough for a row; the others
   *     follow when it runs
   * @param catchUp the input's beginning, in event time, whose latencies are left out: of the
   *     records before, and of those that come while the job is new
   */
  public LatencyProbe withColdStart(long records, Duration catchUp) {
    recordsBefore = records;
    head = catchUp;
    return this;
  }

  /** Runs the job, and says how late its rows were, and whether they were right. */
  public Measurement measure(
      Trial trial, Variant variant, JobObserver observer, ResultReader reader) {
    Instant startedAt = Instant.now();
    MeasurementBuilder values = new MeasurementBuilder();
    Oracle oracle = workload.mainQuery().newOracle();
    Iterator<byte[]> lines = workload.generate(options);
    String input = cluster.newTopic(workload.inputTopic(), EngineJob.APPEND_TIMES);
    long before = write(input, new FirstLines(lines, recordsBefore), oracle);
    try (EngineJob job =
        EngineJob.start(cluster, workload, input, variant, EngineJob.APPEND_TIMES)) {
      values.put(Metric.RECORDS, before + write(input, paced(lines), oracle));
      job.run()
          .awaitConsumed(
              input, cluster.topics().ends(input), cluster.context().progress()::records);
      observer.observe(job.run(), values);
      job.run().drain();
      values.verdict(job.results().verify(oracle, reader));
      put(latencies(input, job), values);
      if (recordsBefore > 0) {
        job.firstRowMs()
            .ifPresent(ms -> values.put(Metric.COLD_START_MILLIS, ms - job.submittedMs()));
      }
    } finally {
      cluster.topics().delete(List.of(input));
    }
    return values.build(trial, startedAt);
  }

  private Iterator<byte[]> paced(Iterator<byte[]> lines) {
    return new LiveLines(new SteadyLines(lines, System.currentTimeMillis(), recordsPerSecond));
  }

  private long write(String input, Iterator<byte[]> lines, Oracle oracle) {
    return new InputTopic(workload, cluster.endpoints().broker(), input)
        .fill(
            lines,
            oracle::accept,
            count ->
                cluster
                    .context()
                    .progress()
                    .aside(
                        String.format(
                            Locale.ROOT, "%,d of %,d records written", count, options.rows())));
  }

  /** Windows that end in the last of the input are left out: their rows come with the job's end. */
  private Latencies latencies(String inputTopic, EngineJob job) {
    String broker = cluster.endpoints().broker();
    TopicRows input = new TopicRows(broker, inputTopic);
    return Latencies.ofMillis(
        CompletedWindows.of(input.records(), columns, head, options.skew())
            .latenciesMs(rows(job).records()));
  }

  private TopicRows rows(EngineJob job) {
    return new TopicRows(cluster.endpoints().broker(), job.results().names().get(0));
  }

  private static void put(Latencies latencies, MeasurementBuilder values) {
    if (!latencies.isEmpty()) {
      values.put(Metric.LATENCY_P50, latencies.percentileMs(50));
      values.put(Metric.LATENCY_P99, latencies.percentileMs(99));
      values.put(Metric.LATENCY_MAX, latencies.percentileMs(100));
    }
  }
}
