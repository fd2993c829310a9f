/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.examples.workload.ExpectedRows;
import org.trilink.examples.workload.KeyAndStart;

/**
 * The input's windows that have a level. A window that has one only if its average is rounded up is
 * found, but is not missed where it is not there.
 *
 * @param slices what the windows are made of
 */
record ExpectedAlerts(Map<KeyAndStart<String>, Settlement> slices)
    implements ExpectedRows<KeyAndStart<String>, BridgeAlert> {

  @Override
  public Stream<KeyAndStart<String>> keys() {
    return slices.keySet().stream()
        .flatMap(SlidingWindows::windowsOf)
        .distinct()
        .filter(window -> isCertain(settlement(window)));
  }

  private static boolean isCertain(Settlement settlement) {
    return Level.atLeast(settlement.avgMm(), settlement.rangeMm()).isPresent();
  }

  @Override
  public Optional<BridgeAlert> find(KeyAndStart<String> window) {
    Settlement settlement = settlement(window);
    if (settlement.readings() == 0) {
      return Optional.empty();
    }
    double avgMm = settlement.avgMm();
    double rangeMm = settlement.rangeMm();
    return Level.of(avgMm, rangeMm)
        .or(() -> Level.atMost(avgMm, rangeMm))
        .map(level -> BridgeAlert.of(window, settlement, level));
  }

  private Settlement settlement(KeyAndStart<String> window) {
    Settlement settlement = new Settlement();
    SlidingWindows.slicesOf(window)
        .map(slices::get)
        .filter(each -> each != null)
        .forEach(settlement::add);
    return settlement;
  }
}
