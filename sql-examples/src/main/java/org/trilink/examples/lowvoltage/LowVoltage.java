/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import javax.annotation.Nullable;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Workload;

/** Voltage readings of a supply grid; which sensors are low, and for how long. */
public final class LowVoltage implements Workload {

  private final List<Query> queries = List.of(new LowVoltageQuery(), new SustainedSagQuery());

  @Override
  public String name() {
    return "low-voltage";
  }

  @Override
  public String records() {
    return "readings";
  }

  @Override
  public GeneratorDefaults defaults() {
    return new GeneratorDefaults(2_000, 0.5, Duration.ofMinutes(3));
  }

  @Override
  public String inputTopic() {
    return "voltage_readings";
  }

  @Override
  public List<Query> queries() {
    return queries;
  }

  /** The sensor id. */
  @Override
  @Nullable
  public byte[] keyOf(byte[] line) {
    return VoltageReadingParser.parse(line)
        .map(VoltageReading::sensorId)
        .map(Workload::bigintKey)
        .orElse(null);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return new LowVoltageGenerator(options);
  }
}
