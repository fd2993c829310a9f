/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultCheck;
import org.trilink.examples.workload.Verdict;

/** Sorts readings into windows, one small object for each; then looks the result rows up. */
public final class LowVoltageOracle implements Oracle {

  private final Map<WindowKey, VoltageWindow> windows = new HashMap<>();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<VoltageReading> parsed =
        VoltageReadingParser.parse(line).filter(VoltageReading::hasEventTime);
    if (parsed.isEmpty()) {
      unreadable++;
      return;
    }
    VoltageReading reading = parsed.get();
    windows
        .computeIfAbsent(
            WindowKey.of(reading.sensorId(), reading.ts()), unused -> new VoltageWindow())
        .add(reading.voltage());
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<WindowKey, WindowRow> windowCheck =
        new ResultCheck<>("window", WindowRow::parse, new ExpectedWindows(windows, window -> true))
            .accept(rows.apply(LowVoltageQuery.WINDOWS));
    ResultCheck<WindowKey, WindowRow> alertCheck =
        new ResultCheck<>(
                "alert", WindowRow::parse, new ExpectedWindows(windows, VoltageWindow::isAlert))
            .accept(rows.apply(LowVoltageQuery.ALERTS));
    return new Verdict(
        List.of(windowCheck.finish(), alertCheck.finish()),
        Optional.of(
            new Verdict.Coverage(
                windows.values().stream().mapToLong(VoltageWindow::readings).sum(),
                windowCheck.readingsCovered())),
        Stream.concat(windowCheck.differences().stream(), alertCheck.differences().stream())
            .toList());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    return windows.entrySet().stream()
        .filter(entry -> entry.getValue().isAlert())
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> WindowRow.of(entry.getKey(), entry.getValue()).toJson())
        .iterator();
  }
}
