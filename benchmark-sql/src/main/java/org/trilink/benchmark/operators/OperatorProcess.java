/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.ComparedRuns;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

/** Runs queries one after the other, and prints what each run came to. */
public final class OperatorProcess {

  private static final int OWN_ARGUMENTS = 5;

  private OperatorProcess() {}

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
    long keys = Long.parseLong(args[3]);
    try (EmbeddedFlink flink =
        new EmbeddedFlink(
            StateBackend.valueOf(args[0]),
            Path.of(args[1]),
            Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, args[2]))) {
      ComparedRuns runs =
          new ComparedRuns(
              (query, variant, rows) -> {
                Engine engine = Engine.valueOf(variant.toUpperCase(Locale.ROOT));
                return flink.run(
                    OperatorQuery.valueOf(query).over(new InOrderInput(rows, keys), engine),
                    engine);
              },
              query -> Operators.VARIANTS,
              Long.parseLong(args[4]));
      Arrays.stream(args)
          .skip(OWN_ARGUMENTS)
          .map(WantedRun::parse)
          .map(runs::next)
          .forEachOrdered(System.out::println);
    }
  }
}
