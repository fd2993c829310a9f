/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.util.List;
import java.util.Set;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** Per sensor and sliding window, how far it has settled and moved; an alert if that is too far. */
final class BridgeQuery implements Query {

  static final ResultTopic ALERTS = new ResultTopic("bridge_alerts", "alerts");

  @Override
  public String name() {
    return "bridge";
  }

  @Override
  public List<Result> results() {
    return List.of(ALERTS);
  }

  @Override
  public Set<String> times() {
    return Set.of("window_start", "window_end");
  }

  @Override
  public long demoRows() {
    return 4_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new BridgeOracle();
  }
}
