/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.util.List;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** How many records each id has in each hour. */
final class BalanceQuery implements Query {

  static final ResultTopic COUNTS = new ResultTopic("balance_counts", "counts");

  @Override
  public String name() {
    return "balance";
  }

  @Override
  public List<Result> results() {
    return List.of(COUNTS);
  }

  @Override
  public long demoRows() {
    return 1_000_000;
  }

  @Override
  public Oracle newOracle() {
    return new CountOracle();
  }
}
