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

/**
 * Readings of devices, which are counted and then chosen by a digest that takes long: most of the
 * work is behind the exchange, and a record costs the same whatever waits there. The topic's
 * partitions have equally many, whichever devices are busy, so that only the placement of keys
 * makes loads uneven.
 */
public record SwitchWorkload(SwitchInput input) implements BenchmarkWorkload {

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public ResultTopic rows() {
    return new ResultTopic("switch_chosen", "rows");
  }

  @Override
  public Oracle newOracle() {
    return CountOracle.ofEachReading(rows(), row -> Digests.choose(row.get(0), row.get(1)));
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return input.lines();
  }

  /** The generator options that the input comes to. */
  public GeneratorOptions options() {
    return new GeneratorOptions(
        input.rows(), input.keys().count(), 0, Duration.ZERO, input.keys().zipf(), input.seed());
  }
}
