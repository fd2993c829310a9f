/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.trilink.examples.workload.KeyAndStart;
import org.trilink.examples.workload.Oracle;

/**
 * Sorts readings into slices of 2 s, and makes windows of them when asked.
 *
 * <p>The order in which an engine adds a window's readings decides on the last digits of the
 * average. Where it is within 1e-9 of its size from a limit, these decide on the level, and on
 * whether there is a row: then either answer is right.
 *
 * <p>Only windows with a level are written, which do not tell how many readings were lost.
 */
final class BridgeOracle extends Oracle<SettlementReading> {

  private final Map<KeyAndStart<String>, Settlement> slices = new HashMap<>();

  @Override
  protected Optional<SettlementReading> parse(byte[] line) {
    return SettlementReading.parse(line).filter(SettlementReading::isCounted);
  }

  @Override
  protected void add(SettlementReading reading) {
    slices
        .computeIfAbsent(
            SlidingWindows.sliceOf(reading.sensorId(), reading.ts()), unused -> new Settlement())
        .add(reading.settlementMm());
  }

  @Override
  protected List<Expected<?, ?>> expected() {
    return List.of(
        new Expected<>(Bridge.ALERTS, "alert", BridgeAlert::parse, new ExpectedAlerts(slices)));
  }
}
