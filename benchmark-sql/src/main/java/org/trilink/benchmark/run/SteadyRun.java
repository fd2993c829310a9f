/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.demo.InputTopic;
import org.trilink.launcher.demo.LiveLines;
import org.trilink.launcher.demo.SteadyLines;

/** One job whose input is written at a steady rate while it runs, watched all the time. */
public final class SteadyRun {

  private final BenchCluster cluster;
  private final Workload workload;
  private final GeneratorOptions options;
  private final double recordsPerSecond;

  /**
   * Creates runs of a workload.
   *
   * @param recordsPerSecond at which input is written
   */
  public SteadyRun(
      BenchCluster cluster, Workload workload, GeneratorOptions options, double recordsPerSecond) {
    this.cluster = cluster;
    this.workload = workload;
    this.options = options;
    this.recordsPerSecond = recordsPerSecond;
  }

  /** Runs the job, and says what its watches have seen, and whether its rows were right. */
  public Measurement measure(Trial trial, Variant variant, ResultReader reader, JobWatch... all) {
    Instant startedAt = Instant.now();
    List<JobWatch> watches = List.of(all);
    MeasurementBuilder values = new MeasurementBuilder();
    Oracle oracle = workload.mainQuery().newOracle();
    String input = cluster.newTopic(workload.inputTopic(), EngineJob.APPEND_TIMES);
    try (EngineJob job =
        EngineJob.start(cluster, workload, input, variant, EngineJob.APPEND_TIMES)) {
      watches.forEach(watch -> watch.begin(job::run));
      values.put(Metric.RECORDS, write(input, oracle));
      job.run()
          .awaitConsumed(
              input, cluster.topics().ends(input), cluster.context().progress()::records);
      watches.forEach(watch -> watch.end(values));
      job.run().drain();
      values.verdict(job.results().verify(oracle, reader));
      watches.forEach(watch -> watch.checked(values));
    } finally {
      cluster.topics().delete(List.of(input));
    }
    return values.build(trial, startedAt);
  }

  private long write(String input, Oracle oracle) {
    Iterator<byte[]> lines =
        new LiveLines(
            new SteadyLines(
                workload.generate(options), System.currentTimeMillis(), recordsPerSecond));
    return new InputTopic(workload, cluster.endpoints().broker(), input)
        .fill(lines, oracle::accept, cluster.context().progress()::records);
  }
}
