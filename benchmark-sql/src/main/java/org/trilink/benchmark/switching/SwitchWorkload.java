/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.trilink.benchmark.run.BenchmarkWorkload;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;

/**
 * Readings of devices, which are counted and then chosen by a digest that takes long: most of the
 * work is behind the exchange, and a record costs the same whatever waits there. The topic's
 * partitions have equally many, whichever devices are busy, so that only the placement of keys
 * makes loads uneven.
 */
public record SwitchWorkload(SwitchInput input) implements BenchmarkWorkload {

  private static final String TOPIC = "switch_readings";

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public String records() {
    return "readings";
  }

  @Override
  public String inputTopic() {
    return TOPIC;
  }

  @Override
  public List<Query> queries() {
    return List.of(new SwitchQuery());
  }

  /** By the time: any partition, those of each in order. */
  @Override
  public byte[] keyOf(byte[] line) {
    return BenchmarkWorkload.digitsOf("ts", line);
  }

  @Override
  public GeneratorDefaults defaults() {
    return new GeneratorDefaults(1_000, 0, Duration.ZERO);
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
