/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.accumulators.LongMinimum;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.trilink.benchmark.program.Timed;

/**
 * From the first record that any subtask of the source emits until the last subtask of the sink has
 * had all rows. All of them are in one JVM, so that they have one clock.
 */
public final class Stopwatch {

  private static final String BEGIN = "begin";
  private static final String BEGIN_CPU = "begin cpu";
  private static final String BEGIN_GARBAGE = "begin garbage collection";
  private static final String END = "end";
  private static final String END_CPU = "end cpu";
  private static final String END_GARBAGE = "end garbage collection";

  private Stopwatch() {}

  /** The subtask emits its first record. */
  public static void begin(RuntimeContext subtask) {
    subtask.addAccumulator(BEGIN, new LongMinimum(System.nanoTime()));
    subtask.addAccumulator(BEGIN_CPU, new LongMinimum(Timed.cpuNanosNow()));
    subtask.addAccumulator(BEGIN_GARBAGE, new LongMinimum(garbageNanos()));
  }

  /** The subtask has had its last record. */
  static void end(RuntimeContext subtask) {
    subtask.addAccumulator(END, new LongMaximum(System.nanoTime()));
    subtask.addAccumulator(END_CPU, new LongMaximum(Timed.cpuNanosNow()));
    subtask.addAccumulator(END_GARBAGE, new LongMaximum(garbageNanos()));
  }

  static double seconds(JobExecutionResult job) {
    return seconds(job, BEGIN, END);
  }

  /** CPU time of the process meanwhile: garbage collection, compiler and checkpoints are in it. */
  static double cpuSeconds(JobExecutionResult job) {
    return seconds(job, BEGIN_CPU, END_CPU);
  }

  /** For how long the process collected garbage meanwhile. */
  static double garbageSeconds(JobExecutionResult job) {
    return seconds(job, BEGIN_GARBAGE, END_GARBAGE);
  }

  private static double seconds(JobExecutionResult job, String from, String to) {
    long begin = job.getAccumulatorResult(from);
    long end = job.getAccumulatorResult(to);
    return (end - begin) / 1e9;
  }

  private static long garbageNanos() {
    long millis =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum();
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
