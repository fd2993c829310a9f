/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.trilink.benchmark.result.BalancePoint;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;
import org.trilink.benchmark.run.JobObserver;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.launcher.demo.JobRun;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.ReportedKeyLoad;

/**
 * How even the loads of the job's keyed operator are over time: by how many records each subtask
 * had in the last seconds.
 */
final class BalanceCurve implements JobObserver {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /**
   * Each degree is of the records of so many intervals: metrics are some tenths of a second old,
   * differently so for each TaskManager, and under a quota records come in bursts.
   */
  private static final int INTERVALS = 3;

  private final List<BalancePoint> points = new ArrayList<>();
  private final List<Double> extraComputeTimes = new ArrayList<>();
  private ScheduledExecutorService clock;
  private long startNanos;
  private final Deque<ReportedKeyLoad> last = new ArrayDeque<>();

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // it catches what it may fail by
  public void begin(Supplier<JobRun> job) {
    startNanos = System.nanoTime();
    clock = Executors.newSingleThreadScheduledExecutor();
    clock.scheduleAtFixedRate(() -> look(job.get()), 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look(JobRun job) {
    try {
      ReportedKeyLoad now = job.keyLoadsNow().get(0);
      last.addLast(now);
      if (last.size() > INTERVALS) {
        ReportedKeyLoad before = last.removeFirst();
        add(new ReportedKeyLoad(now.operator(), difference(now, before), List.of()));
      }
    } catch (CommandFailure | IndexOutOfBoundsException betweenTwoJobs) {
      last.clear();
    }
  }

  private static List<Long> difference(ReportedKeyLoad now, ReportedKeyLoad before) {
    List<Long> records = new ArrayList<>();
    for (int subtask = 0; subtask < now.records().size(); subtask++) {
      records.add(now.records().get(subtask) - before.records().get(subtask));
    }
    return records;
  }

  /** A job that was started again counts from 0. */
  private void add(ReportedKeyLoad interval) {
    if (interval.least() < 0 || interval.most() == 0) {
      return;
    }
    points.add(
        new BalancePoint(
            Math.round((System.nanoTime() - startNanos) / 1e8) / 10.0,
            interval.records().stream().mapToLong(Long::longValue).sum(),
            Math.round(interval.balanceDegree() * 1e3) / 1e3));
    extraComputeTimes.add(interval.extraComputeTime());
  }

  @Override
  public void observe(JobRun job, MeasurementBuilder values) {
    clock.shutdown();
    try {
      if (!clock.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new CommandFailure("the cluster does not tell the loads of subtasks");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
    values.balance(points);
    if (!points.isEmpty()) {
      values
          .put(
              Metric.BALANCE_DEGREE,
              Sample.of(points.stream().mapToDouble(BalancePoint::degree)).median())
          .put(
              Metric.EXTRA_COMPUTE_TIME,
              Sample.of(extraComputeTimes.stream().mapToDouble(Double::doubleValue)).median());
    }
  }
}
