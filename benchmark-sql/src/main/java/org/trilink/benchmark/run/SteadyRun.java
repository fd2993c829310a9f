/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.TopicRows;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.demo.InputTopic;
import org.trilink.launcher.demo.Latencies;

/** One job whose input is written at a steady rate while it runs. */
public final class SteadyRun {

  private final BenchCluster cluster;
  private final Workload workload;
  private final GeneratorOptions options;
  private final int recordsPerSecond;
  private long recordsBefore;
  private List<JobObserver> observers = List.of();
  private ResultReader reader = ResultReader.ALL_ROWS;

  /** How late rows are, by the input and the rows. */
  private BiFunction<TopicRows, TopicRows, Latencies> latencies =
      (input, rows) -> Latencies.ofMillis(LongStream.empty());

  /**
   * Creates runs of a workload.
   *
   * @param recordsPerSecond at which input is written
   */
  public SteadyRun(
      BenchCluster cluster, Workload workload, GeneratorOptions options, int recordsPerSecond) {
    this.cluster = cluster;
    this.workload = workload;
    this.options = options;
    this.recordsPerSecond = recordsPerSecond;
  }

  /**
   * Also measures the cold start, by the first row that the job makes of what is there before.
   *
   * @param records that are written before the job is submitted, enough for a row; the others
   *     follow when it runs
   */
  public SteadyRun withColdStart(long records) {
    recordsBefore = records;
    return this;
  }

  /**
   * Also measures how long results take: the broker's clock says when each record and each row
   * came. A window's latency is the time from the first record of its key at or behind its end,
   * which tells that the window is complete, to its row. Windows that end in the last of the input
   * are left out: their rows come with the job's end. Only for low-voltage.
   *
   * @param head the input's beginning, in event time, whose latencies are left out: of the records
   *     before, and of those that come while the job is new
   */
  public SteadyRun withLatencies(Duration head) {
    latencies =
        (input, rows) ->
            Latencies.ofMillis(
                CompletedWindows.of(input.records(), head, options.skew())
                    .latenciesMs(rows.records()));
    return this;
  }

  /** Also looks at the job. */
  public SteadyRun observedBy(JobObserver... wanted) {
    observers = List.of(wanted);
    return this;
  }

  /** Reads results in another way than row by row. */
  public SteadyRun readBy(ResultReader wanted) {
    reader = wanted;
    return this;
  }

  /** Runs the job, and says what was seen, and whether its rows were right. */
  public Measurement measure(Trial trial, Variant variant) {
    Instant startedAt = Instant.now();
    MeasurementBuilder values = new MeasurementBuilder();
    Oracle<?> oracle = workload.mainQuery().newOracle();
    Iterator<byte[]> lines = workload.generate(options);
    String broker = cluster.servers().broker();
    String input = cluster.newTopic(workload.inputTopic(), EngineJob.APPEND_TIMES);
    InputTopic topic = new InputTopic(workload, broker, input);
    BenchmarkProgress progress = cluster.context().progress();
    long before = topic.fill(next(recordsBefore, lines), oracle::accept, progress::records);
    try (EngineJob job =
        new EngineJob(cluster, workload, input, variant, cluster, EngineJob.APPEND_TIMES)) {
      observers.forEach(observer -> observer.begin(job::run));
      long after = topic.fillAtRate(lines, recordsPerSecond, oracle::accept, progress::records);
      values.put(Metric.RECORDS, before + after);
      job.run().awaitConsumed(input, cluster.topics().ends(input), progress::records);
      observers.forEach(observer -> observer.observe(job.run(), values));
      job.run().drain();
      values.verdict(job.results().verify(oracle, reader));
      observers.forEach(observer -> observer.checked(values));
      values.percentiles(
          latencies.apply(
              new TopicRows(broker, input), new TopicRows(broker, job.results().names().get(0))),
          Metric.LATENCY_P50,
          Metric.LATENCY_P99,
          Metric.LATENCY_MAX);
      if (recordsBefore > 0) {
        job.putColdStart(values);
      }
    } finally {
      cluster.topics().delete(List.of(input));
    }
    return values.build(trial, startedAt);
  }

  /** So many of the lines, which has to have them; the others are left. */
  private static Iterator<byte[]> next(long count, Iterator<byte[]> lines) {
    return LongStream.range(0, count).mapToObj(number -> lines.next()).iterator();
  }
}
