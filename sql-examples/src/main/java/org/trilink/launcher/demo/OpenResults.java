/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultRows;
import org.trilink.launcher.local.ClusterServers;

/** The results of a query, open for reading. */
final class OpenResults implements AutoCloseable {

  private final Map<Result, ResultRows> results = new LinkedHashMap<>();

  OpenResults(Query query, ClusterServers servers) {
    query.results().forEach(result -> results.put(result, result.open(servers)));
  }

  ResultRows rows(Result result) {
    return results.get(result);
  }

  /** How many rows there are of each; the first kind with the word that tells them from input. */
  String sizes() {
    String text =
        results.entrySet().stream()
            .map(
                result ->
                    String.format(
                        Locale.ROOT, "%s %,d", result.getKey().rows(), result.getValue().size()))
            .collect(Collectors.joining("  "));
    return text.replaceFirst(" ", " out ");
  }

  @Override
  public void close() {
    results.values().forEach(ResultRows::close);
  }
}
