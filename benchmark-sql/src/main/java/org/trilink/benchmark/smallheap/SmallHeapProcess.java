/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.smallheap;

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

/** Runs {@link NewKeys} in both engines by turns, and prints what each run came to. */
public final class SmallHeapProcess {

  private static final int OWN_ARGUMENTS = 2;

  private SmallHeapProcess() {}

  /**
   * The arguments of a process.
   *
   * @param checkpoints the folder that they are written to
   * @param warmUpRows at most as many warm up; 0 for no warm-up
   */
  static List<String> arguments(Path checkpoints, long warmUpRows, List<WantedRun> runs) {
    return Stream.concat(
            Stream.of(checkpoints.toString(), String.valueOf(warmUpRows)),
            runs.stream().map(WantedRun::toString))
        .toList();
  }

  /** See {@link #arguments}. */
  public static void main(String[] args) throws Exception {
    try (EmbeddedFlink flink =
        new EmbeddedFlink(
            StateBackend.ROCKSDB,
            Path.of(args[0]),
            Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, "5 s"))) {
      ComparedRuns runs =
          new ComparedRuns(
              (query, variant, rows) -> {
                Engine engine = Engine.valueOf(variant.toUpperCase(Locale.ROOT));
                return flink.run(NewKeys.of(rows, engine), engine);
              },
              query -> SmallHeapBenchmark.VARIANTS,
              Long.parseLong(args[1]));
      Arrays.stream(args)
          .skip(OWN_ARGUMENTS)
          .map(WantedRun::parse)
          .map(runs::next)
          .forEachOrdered(System.out::println);
    }
  }
}
