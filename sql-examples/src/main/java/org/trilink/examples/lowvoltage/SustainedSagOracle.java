/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.KeyAndStart;
import org.trilink.examples.workload.Oracle;

/** Follows each sensor's low readings; a sensor's readings must come in order. */
final class SustainedSagOracle extends Oracle<VoltageReading> {

  private final Map<Long, LowRun> runs = new HashMap<>();
  private final Map<KeyAndStart<Long>, SagRow> sags = new HashMap<>();

  @Override
  protected Optional<VoltageReading> parse(byte[] line) {
    return VoltageReading.parse(line)
        .filter(reading -> reading.voltage() != null)
        .filter(VoltageReading::hasEventTime);
  }

  @Override
  protected void add(VoltageReading reading) {
    runs.computeIfAbsent(reading.sensorId(), LowRun::new)
        .add(reading.ts(), reading.voltage())
        .ifPresent(sag -> sags.put(sag.key(), sag));
  }

  @Override
  protected List<Expected<?, ?>> expected() {
    return List.of(
        new Expected<>(
            LowVoltage.SAGS,
            "sag",
            SagRow::parse,
            ExpectedRows.of(sags, (key, sag) -> Optional.of(sag))));
  }
}
