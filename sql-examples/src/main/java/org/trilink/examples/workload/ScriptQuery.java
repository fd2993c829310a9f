/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A query whose rows do not say when they were written.
 *
 * @param times the columns of the main result that are times in epoch milliseconds
 * @param demoRows how many generated records make the demo some 20 s of work
 * @param oracle makes one that has seen no input yet
 */
public record ScriptQuery(
    String name, List<Result> results, Set<String> times, long demoRows, Supplier<Oracle<?>> oracle)
    implements Query {

  public ScriptQuery {
    results = List.copyOf(results);
    times = Set.copyOf(times);
  }

  @Override
  public Oracle<?> newOracle() {
    return oracle.get();
  }
}
