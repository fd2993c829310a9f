/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.run.JobObserver;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.ResultReader;
import org.trilink.examples.workload.TopicRows;
import org.trilink.launcher.demo.JobRun;

/**
 * For how long no row came while the job was timed, by the broker's clock: rows are looked at as
 * they are read to be compared. Of a job that is stopped and started again the longest of these
 * times, as many as there are restarts, are its pauses.
 */
final class OutputGaps implements JobObserver, ResultReader {

  private final int restarts;
  private long startMs;
  private long endMs;
  private final TreeSet<Long> appendMs = new TreeSet<>();

  /**
   * @param restarts of the job while it is timed
   */
  OutputGaps(int restarts) {
    this.restarts = restarts;
  }

  @Override
  public void begin(Supplier<JobRun> job) {
    startMs = System.currentTimeMillis();
  }

  @Override
  public void observe(JobRun job, MeasurementBuilder values) {
    endMs = System.currentTimeMillis();
  }

  @Override
  public Iterable<byte[]> rows(String broker, String topic) {
    List<byte[]> rows = new ArrayList<>();
    new TopicRows(broker, topic).records().forEachRemaining(row -> rows.add(noted(row)));
    return rows;
  }

  private byte[] noted(ConsumerRecord<byte[], byte[]> row) {
    if (row.timestamp() >= startMs && row.timestamp() <= endMs) {
      appendMs.add(row.timestamp());
    }
    return row.value();
  }

  @Override
  public void checked(MeasurementBuilder values) {
    List<Long> gaps = longestFirst(startMs, appendMs);
    values.put(Metric.OUTPUT_GAP_MAX, gaps.isEmpty() ? endMs - startMs : gaps.get(0));
    if (restarts > 0) {
      SyncLog.put(gaps.stream().limit(restarts).mapToLong(Long::longValue), values);
    }
  }

  /** The times from the start to the first row, and from each row to the next, in ms. */
  static List<Long> longestFirst(long startMs, SortedSet<Long> rowsMs) {
    List<Long> gaps = new ArrayList<>();
    long before = startMs;
    for (long ms : rowsMs) {
      gaps.add(ms - before);
      before = ms;
    }
    gaps.sort(Comparator.reverseOrder());
    return gaps;
  }
}
