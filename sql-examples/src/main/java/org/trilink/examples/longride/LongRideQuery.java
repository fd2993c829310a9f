/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import java.util.List;
import java.util.Set;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** The rides that have not ended two hours after they began. */
final class LongRideQuery implements Query {

  static final ResultTopic ALERTS = new ResultTopic("long_ride_alerts", "alerts");

  @Override
  public String name() {
    return "long-ride";
  }

  @Override
  public List<Result> results() {
    return List.of(ALERTS);
  }

  @Override
  public Set<String> times() {
    return Set.of("start_ts");
  }

  @Override
  public long demoRows() {
    return 2_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new LongRideOracle();
  }
}
