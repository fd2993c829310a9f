/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.trilink.examples.bridge.SlidingWindow.Slice;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultCheck;
import org.trilink.examples.workload.Verdict;

/**
 * Sorts readings into slices of 2 s, and makes windows of them when asked.
 *
 * <p>The order in which an engine adds a window's readings decides on the last digits of the
 * average. Where it is within 1e-9 of its size from a limit, these decide on the level, and on
 * whether there is a row: then either answer is right.
 */
final class BridgeOracle implements Oracle {

  private final Map<Slice, Settlement> slices = new HashMap<>();
  private long unreadable;

  @Override
  public void accept(byte[] line) {
    Optional<SettlementReading> parsed =
        SettlementReading.parse(line).filter(SettlementReading::isCounted);
    if (parsed.isEmpty()) {
      unreadable++;
      return;
    }
    SettlementReading reading = parsed.get();
    slices
        .computeIfAbsent(Slice.at(reading.sensorId(), reading.ts()), unused -> new Settlement())
        .add(reading.settlementMm());
  }

  @Override
  public long unreadable() {
    return unreadable;
  }

  /** Only windows with a level are written, which do not tell how many readings were lost. */
  @Override
  public Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    ResultCheck<SlidingWindow, AlertRow> check =
        new ResultCheck<>("alert", AlertRow::parse, new ExpectedAlerts(slices))
            .accept(rows.apply(BridgeQuery.ALERTS));
    return new Verdict(List.of(check.finish()), Optional.empty(), check.differences());
  }

  @Override
  public Iterator<byte[]> expectedRows() {
    ExpectedAlerts alerts = new ExpectedAlerts(slices);
    return alerts
        .keys()
        .sorted()
        .map(window -> alerts.find(window).orElseThrow().toJson())
        .iterator();
  }
}
