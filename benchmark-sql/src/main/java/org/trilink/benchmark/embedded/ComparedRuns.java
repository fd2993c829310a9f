/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.List;
import org.trilink.examples.local.Engine;

/**
 * Runs queries one after the other. Before the first counted run of a query each engine runs it
 * once, unless nothing is to be warmed up. What stock Flink has first is what all other results are
 * compared with.
 */
public final class ComparedRuns {

  /** A query is run over so many rows. */
  @FunctionalInterface
  public interface Run {
    Outcome of(String query, Engine engine, long rows);
  }

  private final Run run;
  private final long warmUpRows;
  private String query;
  private Digest expected;

  /**
   * None yet.
   *
   * @param warmUpRows at most as many warm up; 0 for no warm-up
   */
  public ComparedRuns(Run run, long warmUpRows) {
    this.run = run;
    this.warmUpRows = warmUpRows;
  }

  /** Runs the next one; all of a query follow each other. */
  public ComparedRun next(WantedRun wanted) {
    if (!wanted.query().equals(query)) {
      query = wanted.query();
      expected = null;
      warmUp(wanted);
    }
    if (expected == null && wanted.engine() != Engine.FLINK) {
      expected = outcome(Engine.FLINK, wanted.rows()).digest();
    }
    Outcome outcome = outcome(wanted.engine(), wanted.rows());
    if (expected == null) {
      expected = outcome.digest();
    }
    return new ComparedRun(outcome, expected);
  }

  private void warmUp(WantedRun wanted) {
    if (warmUpRows > 0) {
      for (Engine engine : List.of(Engine.FLINK, Engine.TRILINK)) {
        Outcome unused = outcome(engine, Math.min(warmUpRows, wanted.rows()));
      }
    }
  }

  /** The heap is cleared before, so that a run does not pay for what the one before it left. */
  private Outcome outcome(Engine engine, long rows) {
    System.gc();
    return run.of(query, engine, rows);
  }
}
