/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.time.Duration;
import java.util.Iterator;
import org.trilink.benchmark.run.BenchmarkWorkload;
import org.trilink.benchmark.run.CountOracle;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;

/** How many readings a device has sent, beside as much state as its first one says. */
record PauseWorkload(PauseInput input) implements BenchmarkWorkload {

  @Override
  public String name() {
    return "pause";
  }

  @Override
  public ResultTopic rows() {
    return new ResultTopic("pause_rows", "rows");
  }

  @Override
  public Oracle newOracle() {
    return CountOracle.ofEachReading(rows(), every -> true);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return input.lines();
  }

  /** The generator options that the input comes to. */
  GeneratorOptions options() {
    return new GeneratorOptions(input.rows(), input.devices(), 0, Duration.ZERO, 0, 1);
  }
}
