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

/** Per sensor, five or more low readings in a row. */
final class SustainedSagQuery implements Query {

  static final ResultTopic SAGS = new ResultTopic("voltage_sags", "sags");

  @Override
  public String name() {
    return "sustained-sag";
  }

  @Override
  public List<Result> results() {
    return List.of(SAGS);
  }

  @Override
  public Set<String> times() {
    return Set.of("sag_start", "sag_end");
  }

  /** Each low reading begins a match of its own, so a sag's cost grows with its length squared. */
  @Override
  public long demoRows() {
    return 1_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new SustainedSagOracle();
  }
}
