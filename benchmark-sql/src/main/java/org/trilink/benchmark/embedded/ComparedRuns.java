/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs what a process is told, one after the other. What stock Flink has the first time is what all
 * results of a query are compared with.
 *
 * @param flink runs a query over the whole of its input
 */
record ComparedRuns(Function<EmbeddedQuery, Outcome> flink) {

  /**
   * Runs one query.
   *
   * @param done is given each run that counts, when it has ended
   */
  void run(QueryRuns query, Consumer<ComparedRun> done) {
    for (EmbeddedQuery each : query.warmUp()) {
      Outcome unused = outcome(each);
    }
    Digest expected = null;
    for (EmbeddedQuery each : query.runs()) {
      if (expected == null && !each.equals(query.stock())) {
        expected = outcome(query.stock()).digest();
      }
      Outcome outcome = outcome(each);
      if (expected == null) {
        expected = outcome.digest();
      }
      done.accept(new ComparedRun(outcome, expected));
    }
  }

  /** The heap is cleared before, so that a run does not pay for what the one before it left. */
  private Outcome outcome(EmbeddedQuery query) {
    System.gc();
    return flink.apply(query);
  }
}
