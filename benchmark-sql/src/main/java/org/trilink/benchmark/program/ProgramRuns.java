/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.time.Instant;
import java.util.List;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.ResultReader;
import org.trilink.benchmark.run.ResultTopics;

/** Runs of programs without an engine over an input, one a node. */
public record ProgramRuns(BenchCluster cluster, BenchInput input) {

  /** Runs {@link BareConsumer}s once, warm. */
  public Measurement bareConsumer(Trial trial) {
    Instant startedAt = Instant.now();
    Timed timed = new ReadingProcesses(cluster, input, BareConsumer.class, List.of()).run();
    return new MeasurementBuilder()
        .put(Metric.RECORDS, input.records())
        .throughput(input.records(), timed.seconds(), timed.cpuSeconds())
        .build(trial, startedAt);
  }

  /**
   * Runs the workload's query by {@link HandWritten} programs once, warm; what they write is
   * compared with the oracle's.
   */
  public Measurement handWritten(Trial trial) {
    Instant startedAt = Instant.now();
    MeasurementBuilder values = new MeasurementBuilder();
    input.prepareRedis();
    try (ResultTopics warmUp = new ResultTopics(cluster, input.workload());
        ResultTopics measured = new ResultTopics(cluster, input.workload())) {
      Timed timed =
          new ReadingProcesses(
                  cluster,
                  input,
                  HandWritten.class,
                  List.of(
                      input.workload().name(),
                      cluster.servers().redis().orElseThrow(),
                      String.join(",", warmUp.names()),
                      String.join(",", measured.names())))
              .run();
      values.put(Metric.RECORDS, input.records());
      values.throughput(input.records(), timed.seconds(), timed.cpuSeconds());
      values.verdict(measured.verify(input.oracle(), ResultReader.ALL_ROWS));
    }
    return values.build(trial, startedAt);
  }
}
