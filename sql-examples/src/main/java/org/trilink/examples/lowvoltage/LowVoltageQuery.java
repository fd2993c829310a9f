/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.List;
import java.util.Set;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** Per sensor and minute, how many readings were low; an alert when at least half were. */
final class LowVoltageQuery implements Query {

  static final ResultTopic WINDOWS = new ResultTopic("voltage_windows", "windows");
  static final ResultTopic ALERTS = new ResultTopic("voltage_alerts", "alerts");

  @Override
  public String name() {
    return "low-voltage";
  }

  @Override
  public List<Result> results() {
    return List.of(WINDOWS, ALERTS);
  }

  @Override
  public Set<String> times() {
    return Set.of("window_start", "window_end");
  }

  @Override
  public long demoRows() {
    return 8_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new LowVoltageOracle();
  }
}
