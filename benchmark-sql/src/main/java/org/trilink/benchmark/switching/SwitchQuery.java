/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.util.List;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** The readings of each device, counted and chosen by a digest. */
final class SwitchQuery implements Query {

  private static final ResultTopic CHOSEN = new ResultTopic("switch_chosen", "rows");

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public List<Result> results() {
    return List.of(CHOSEN);
  }

  @Override
  public long demoRows() {
    return 1_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new CountedReadings(CHOSEN, Digests::choose);
  }
}
