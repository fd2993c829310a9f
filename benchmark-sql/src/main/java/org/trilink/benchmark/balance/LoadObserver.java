/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.time.Duration;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.run.JobObserver;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.launcher.demo.JobRun;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.ReportedKeyLoad;

/**
 * Notes how many records each subtask of the job's keyed operator had, when all have come through
 * the exchange.
 *
 * @param input how many records there are
 */
record LoadObserver(long input) implements JobObserver {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Override
  public void observe(JobRun job, MeasurementBuilder values) {
    Await.until("the keyed operator to have all records", LIMIT, () -> sum(load(job)) >= input);
    ReportedKeyLoad load = load(job);
    values
        .loads(load.records())
        .put(Metric.BALANCE_DEGREE, load.balanceDegree())
        .put(Metric.EXTRA_COMPUTE_TIME, load.extraComputeTime());
  }

  private static ReportedKeyLoad load(JobRun job) {
    return job.keyLoads().get(0);
  }

  private static long sum(ReportedKeyLoad load) {
    return load.records().stream().mapToLong(Long::longValue).sum();
  }
}
