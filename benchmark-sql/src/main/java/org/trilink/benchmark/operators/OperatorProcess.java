/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.embedded.ComparedRuns;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.run.StateBackend;

/** Runs queries one after the other, and prints what each run came to. */
public final class OperatorProcess {

  private static final int OWN_ARGUMENTS = 3;

  private OperatorProcess() {}

  /**
   * The arguments of a process.
   *
   * @param checkpoints the folder that they are written to
   * @param runs all of a query follow each other
   */
  static List<String> arguments(OperatorSize size, Path checkpoints, List<WantedRun> runs) {
    return ComparedRuns.arguments(
        runs, size.backend().name(), checkpoints.toString(), String.valueOf(size.keys()));
  }

  /** See {@link #arguments}. */
  public static void main(String[] args) throws Exception {
    long keys = Long.parseLong(args[2]);
    try (EmbeddedFlink flink =
        new EmbeddedFlink(
            StateBackend.valueOf(args[0]),
            Path.of(args[1]),
            Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, OperatorsBenchmark.CHECKPOINT_INTERVAL))) {
      new ComparedRuns(
              (query, variant, rows) -> {
                OperatorVariant of = OperatorVariant.of(variant);
                return flink.run(
                    of.over(OperatorQuery.valueOf(query), new InOrderInput(rows, keys)),
                    of.engine());
              },
              query -> OperatorVariant.labels(OperatorQuery.valueOf(query)))
          .printAll(args, OWN_ARGUMENTS);
    }
  }
}
