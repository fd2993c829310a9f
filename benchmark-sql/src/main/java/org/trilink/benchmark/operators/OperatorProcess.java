/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.examples.local.Engine;

/**
 * Runs queries one after the other, and prints a {@link ComparedRun} when one has ended. Before the
 * first counted run of a query each engine runs it once, unless nothing is to be warmed up. What
 * stock Flink has first is what all other results are compared with.
 */
public final class OperatorProcess {

  private static final int OWN_ARGUMENTS = 5;

  private final OperatorRun run;
  private final long keys;
  private final long warmUpRows;
  private OperatorQuery query;
  private Digest expected;

  private OperatorProcess(OperatorRun run, long keys, long warmUpRows) {
    this.run = run;
    this.keys = keys;
    this.warmUpRows = warmUpRows;
  }

  /**
   * The arguments of a process.
   *
   * @param checkpoints the folder that they are written to
   * @param warmUpRows at most as many warm up; 0 for no warm-up
   * @param runs all of a query follow each other
   */
  static List<String> arguments(
      OperatorSize size, Path checkpoints, long warmUpRows, List<WantedRun> runs) {
    return Stream.concat(
            Stream.of(
                size.backend().name(),
                checkpoints.toString(),
                size.checkpointInterval(),
                String.valueOf(size.keys()),
                String.valueOf(warmUpRows)),
            runs.stream().map(WantedRun::toString))
        .toList();
  }

  /** See {@link #arguments}. */
  public static void main(String[] args) throws Exception {
    try (OperatorRun run =
        new OperatorRun(StateBackend.valueOf(args[0]), Path.of(args[1]), args[2])) {
      OperatorProcess process =
          new OperatorProcess(run, Long.parseLong(args[3]), Long.parseLong(args[4]));
      Arrays.stream(args)
          .skip(OWN_ARGUMENTS)
          .map(WantedRun::parse)
          .map(process::run)
          .forEachOrdered(System.out::println);
    }
  }

  private ComparedRun run(WantedRun wanted) {
    if (wanted.query() != query) {
      query = wanted.query();
      expected = null;
      warmUp(wanted);
    }
    if (expected == null && wanted.engine() != Engine.FLINK) {
      expected = outcome(Engine.FLINK, wanted.rows()).digest();
    }
    OperatorRun.Outcome outcome = outcome(wanted.engine(), wanted.rows());
    if (expected == null) {
      expected = outcome.digest();
    }
    return new ComparedRun(outcome, expected);
  }

  private void warmUp(WantedRun wanted) {
    if (warmUpRows > 0) {
      for (Engine engine : List.of(Engine.FLINK, Engine.TRILINK)) {
        OperatorRun.Outcome unused = outcome(engine, Math.min(warmUpRows, wanted.rows()));
      }
    }
  }

  /** The heap is cleared before, so that a run does not pay for what the one before it left. */
  private OperatorRun.Outcome outcome(Engine engine, long rows) {
    System.gc();
    return run.run(query, engine, new InOrderInput(rows, keys));
  }
}
