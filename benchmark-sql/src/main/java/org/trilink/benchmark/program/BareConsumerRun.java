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

/** {@link BareConsumer}s over an input. */
public record BareConsumerRun(BenchCluster cluster, BenchInput input) {

  /** Reads the input once, warm. */
  public Measurement measure(Trial trial) {
    Instant startedAt = Instant.now();
    Timed timed = new ReadingProcesses(cluster, input, BareConsumer.class, List.of()).run();
    return new MeasurementBuilder()
        .put(Metric.RECORDS, input.records())
        .throughput(input.records(), timed.seconds(), timed.cpuSeconds())
        .build(trial, startedAt);
  }
}
