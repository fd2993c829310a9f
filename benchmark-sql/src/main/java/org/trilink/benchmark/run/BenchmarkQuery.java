/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.function.Supplier;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** The query of a {@link BenchmarkWorkload}; no demo runs it. */
record BenchmarkQuery(String name, ResultTopic rows, Supplier<Oracle> oracles) implements Query {

  @Override
  public List<Result> results() {
    return List.of(rows);
  }

  @Override
  public long demoRows() {
    return 1_000_000;
  }

  @Override
  public Oracle newOracle() {
    return oracles.get();
  }
}
