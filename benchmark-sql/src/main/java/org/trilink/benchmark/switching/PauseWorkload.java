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

/** Readings of devices that have much state. */
record PauseWorkload(PauseInput input) implements BenchmarkWorkload {

  private static final String TOPIC = "pause_readings";

  @Override
  public String name() {
    return "pause";
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
    return List.of(new PauseQuery());
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
  GeneratorOptions options() {
    return new GeneratorOptions(input.rows(), input.devices(), 0, Duration.ZERO, 0, 1);
  }
}
