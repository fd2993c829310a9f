/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Workload;

/** Voltage readings of a supply grid; which sensors are low, and for how long. */
public final class LowVoltage implements Workload {

  static final ResultTopic WINDOWS = new ResultTopic("voltage_windows", "windows");
  static final ResultTopic ALERTS = new ResultTopic("voltage_alerts", "alerts");
  static final ResultTopic SAGS = new ResultTopic("voltage_sags", "sags");

  /** Per sensor and minute, how many readings were low; an alert when at least half were. */
  private final Query lowVoltage =
      new Query(
          "low-voltage",
          List.of(WINDOWS, ALERTS),
          Set.of("window_start", "window_end"),
          8_000_000,
          LowVoltageOracle::new);

  /**
   * Per sensor, five or more low readings in a row. Each low reading begins a match of its own, so
   * a sag's cost grows with its length squared.
   */
  private final Query sustainedSag =
      new Query(
          "sustained-sag",
          List.of(SAGS),
          Set.of("sag_start", "sag_end"),
          1_000_000,
          SustainedSagOracle::new);

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
    return List.of(lowVoltage, sustainedSag);
  }

  /** The sensor id. */
  @Override
  @Nullable
  public byte[] keyOf(byte[] line) {
    return VoltageReading.parse(line)
        .map(VoltageReading::sensorId)
        .map(Workload::bigintKey)
        .orElse(null);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return new LowVoltageGenerator(options);
  }
}
