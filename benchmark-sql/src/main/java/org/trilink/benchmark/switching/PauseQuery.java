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

/** How many readings a device has sent, beside as much state as its first one says. */
final class PauseQuery implements Query {

  private static final ResultTopic ROWS = new ResultTopic("pause_rows", "rows");

  @Override
  public String name() {
    return "pause";
  }

  @Override
  public List<Result> results() {
    return List.of(ROWS);
  }

  @Override
  public long demoRows() {
    return 100_000;
  }

  @Override
  public Oracle newOracle() {
    return new CountedReadings(ROWS, every -> true);
  }
}
