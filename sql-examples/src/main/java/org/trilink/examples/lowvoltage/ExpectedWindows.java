/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.trilink.examples.workload.ExpectedRows;

/**
 * The windows of the input that belong into a result topic.
 *
 * @param windows all windows of the input
 * @param isExpected which of them belong into the topic
 */
record ExpectedWindows(Map<WindowKey, VoltageWindow> windows, Predicate<VoltageWindow> isExpected)
    implements ExpectedRows<WindowKey, WindowRow> {

  @Override
  public Stream<WindowKey> keys() {
    return windows.entrySet().stream()
        .filter(entry -> isExpected.test(entry.getValue()))
        .map(Map.Entry::getKey);
  }

  @Override
  public Optional<WindowRow> find(WindowKey key) {
    return Optional.ofNullable(windows.get(key))
        .filter(isExpected)
        .map(window -> WindowRow.of(key, window));
  }
}
