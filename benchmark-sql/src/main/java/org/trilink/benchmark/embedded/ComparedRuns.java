/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs queries one after the other. Before the first counted run of a query each variant runs it
 * once, unless nothing is to be warmed up. What the first variant has first, stock Flink, is what
 * all other results are compared with.
 */
public final class ComparedRuns {

  /** A query is run over so many rows. */
  @FunctionalInterface
  public interface Run {
    Outcome of(String query, String variant, long rows);
  }

  private final Run run;
  private final Function<String, List<String>> variants;
  private String query;
  private Digest expected;

  /**
   * Creates the runs of queries, none of which has been run yet.
   *
   * @param variants of a query, stock Flink first
   */
  public ComparedRuns(Run run, Function<String, List<String>> variants) {
    this.run = run;
    this.variants = variants;
  }

  /**
   * The arguments of a process whose runs {@link #printAll} is to run.
   *
   * @param runs all of a query follow each other
   * @param own what else it is told; before the runs
   */
  public static List<String> arguments(List<WantedRun> runs, String... own) {
    return Stream.concat(Stream.of(own), runs.stream().map(WantedRun::toString)).toList();
  }

  /**
   * Runs what a process is told, and prints a line on each run when it has ended.
   *
   * @param arguments of the process
   * @param own how many of them come before the runs
   */
  public void printAll(String[] arguments, int own) {
    Arrays.stream(arguments)
        .skip(own)
        .map(WantedRun::parse)
        .map(this::next)
        .forEachOrdered(System.out::println);
  }

  /** Runs the next one; all of a query follow each other. */
  ComparedRun next(WantedRun wanted) {
    if (!wanted.query().equals(query)) {
      query = wanted.query();
      expected = null;
      warmUp(wanted);
    }
    String stock = variants.apply(query).get(0);
    if (expected == null && !wanted.variant().equals(stock)) {
      expected = outcome(stock, wanted.rows()).digest();
    }
    Outcome outcome = outcome(wanted.variant(), wanted.rows());
    if (expected == null) {
      expected = outcome.digest();
    }
    return new ComparedRun(outcome, expected);
  }

  private void warmUp(WantedRun wanted) {
    if (wanted.warmUpRows() > 0) {
      for (String variant : variants.apply(query)) {
        Outcome unused = outcome(variant, Math.min(wanted.warmUpRows(), wanted.rows()));
      }
    }
  }

  /** The heap is cleared before, so that a run does not pay for what the one before it left. */
  private Outcome outcome(String variant, long rows) {
    System.gc();
    return run.of(query, variant, rows);
  }
}
