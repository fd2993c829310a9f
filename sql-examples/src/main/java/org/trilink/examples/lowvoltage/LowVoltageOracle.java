/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.KeyAndStart;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;

/** Sorts readings into windows, one small object for each; then looks the result rows up. */
public final class LowVoltageOracle extends Oracle<VoltageReading> {

  private final Map<KeyAndStart<Long>, VoltageWindow> windows = new HashMap<>();

  @Override
  protected Optional<VoltageReading> parse(byte[] line) {
    return VoltageReading.parse(line).filter(VoltageReading::hasEventTime);
  }

  @Override
  protected void add(VoltageReading reading) {
    windows
        .computeIfAbsent(
            KeyAndStart.ofWindow(reading.sensorId(), reading.ts(), VoltageWindow.SIZE_MS),
            unused -> new VoltageWindow())
        .add(reading.voltage());
  }

  @Override
  protected List<Expected<?, ?>> expected() {
    return List.of(
        expected(LowVoltage.WINDOWS, "window", every -> true),
        expected(LowVoltage.ALERTS, "alert", VoltageWindow::isAlert));
  }

  private Expected<?, ?> expected(Result result, String kind, Predicate<VoltageWindow> wanted) {
    return new Expected<>(
        result,
        kind,
        WindowRow::parse,
        ExpectedRows.of(
            windows,
            (key, window) ->
                wanted.test(window) ? Optional.of(WindowRow.of(key, window)) : Optional.empty()));
  }

  @Override
  protected OptionalLong readings() {
    return OptionalLong.of(windows.values().stream().mapToLong(VoltageWindow::readings).sum());
  }
}
