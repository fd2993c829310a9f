/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Workload;

/** Settlement readings of arch bridges; which sensors have settled or moved too far. */
public final class Bridge implements Workload {

  static final ResultTopic ALERTS = new ResultTopic("bridge_alerts", "alerts");

  /**
   * Per sensor and sliding window, how far it has settled and moved; an alert if that is too far.
   */
  private final Query bridge =
      new Query(
          "bridge",
          List.of(ALERTS),
          Set.of("window_start", "window_end"),
          4_000_000,
          BridgeOracle::new);

  @Override
  public String name() {
    return "bridge";
  }

  @Override
  public String records() {
    return "readings";
  }

  @Override
  public GeneratorDefaults defaults() {
    return new GeneratorDefaults(200, 0.5, Duration.ofSeconds(20));
  }

  @Override
  public String inputTopic() {
    return "settlement_readings";
  }

  @Override
  public List<Query> queries() {
    return List.of(bridge);
  }

  /** The sensor id. */
  @Override
  public byte[] keyOf(byte[] line) {
    return SettlementReading.parse(line)
        .map(SettlementReading::sensorId)
        .map(sensorId -> sensorId.getBytes(StandardCharsets.UTF_8))
        .orElseGet(() -> new byte[0]);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return new BridgeGenerator(options);
  }
}
