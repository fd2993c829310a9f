/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.smallheap;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.trilink.benchmark.embedded.ComparedRuns;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

/** Runs {@link NewKeys} in both engines by turns, and prints what each run came to. */
public final class SmallHeapProcess {

  private static final int OWN_ARGUMENTS = 1;

  private SmallHeapProcess() {}

  /**
   * The arguments of a process.
   *
   * @param checkpoints the folder that they are written to
   */
  static List<String> arguments(Path checkpoints, List<WantedRun> runs) {
    return ComparedRuns.arguments(runs, checkpoints.toString());
  }

  /** See {@link #arguments}. */
  public static void main(String[] args) throws Exception {
    try (EmbeddedFlink flink =
        new EmbeddedFlink(
            StateBackend.ROCKSDB,
            Path.of(args[0]),
            Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, "5 s"))) {
      new ComparedRuns(
              (query, variant, rows) -> {
                Engine engine = Engine.valueOf(variant.toUpperCase(Locale.ROOT));
                return flink.run(NewKeys.of(rows, engine), engine);
              },
              query -> SmallHeapBenchmark.VARIANTS)
          .printAll(args, OWN_ARGUMENTS);
    }
  }
}
