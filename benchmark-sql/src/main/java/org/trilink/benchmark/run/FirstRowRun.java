/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.time.Instant;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

/**
 * One job over input that is there before: how long it takes from the job's submission to its first
 * row. All of its rows are compared with the oracle's.
 */
public final class FirstRowRun {

  private final BenchCluster cluster;
  private final BenchInput input;
  private final Variant variant;

  /**
   * Creates a run of a variant over a workload's input.
   *
   * @param input enough for a row
   */
  public FirstRowRun(BenchCluster cluster, BenchInput input, Variant variant) {
    this.cluster = cluster;
    this.input = input;
    this.variant = variant;
  }

  /** Runs the job, and says when its first row came, and whether its rows were right. */
  public Measurement measure(Trial trial) {
    Instant startedAt = Instant.now();
    MeasurementBuilder values = new MeasurementBuilder().put(Metric.RECORDS, input.records());
    input.prepareRedis();
    try (EngineJob job =
        EngineJob.start(
            cluster, input.workload(), input.topic(), variant, EngineJob.APPEND_TIMES)) {
      job.run().awaitConsumed(input.topic(), input.ends(), cluster.context().progress()::records);
      job.run().drain();
      values.verdict(job.results().verify(input.oracle(), ResultReader.ALL_ROWS));
      job.firstRowMs()
          .ifPresent(ms -> values.put(Metric.COLD_START_MILLIS, ms - job.submittedMs()));
    }
    return values.build(trial, startedAt);
  }
}
