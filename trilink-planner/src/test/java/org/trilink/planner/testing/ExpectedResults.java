/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** The results with which a test class compares: the job of each query is run once. */
public final class ExpectedResults {

  private final Map<String, List<String>> byQuery = new HashMap<>();

  /**
   * The results of a query.
   *
   * @param job is run if the query is asked for the first time
   */
  public List<String> of(String query, Callable<List<String>> job) throws Exception {
    List<String> results = byQuery.get(query);
    if (results == null) {
      results = job.call();
      byQuery.put(query, results);
    }
    return results;
  }
}
