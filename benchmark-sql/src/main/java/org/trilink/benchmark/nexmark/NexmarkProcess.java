/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.embedded.ComparedRuns;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.Outcome;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.run.StateBackend;

/** Runs queries one after the other, and prints what each run came to. */
public final class NexmarkProcess {

  private static final int OWN_ARGUMENTS = 1;

  private final EmbeddedFlink flink;

  private NexmarkProcess(EmbeddedFlink flink) {
    this.flink = flink;
  }

  /**
   * The arguments of a process.
   *
   * @param checkpoints the folder that they are written to
   * @param runs all of a query follow each other
   */
  static List<String> arguments(Path checkpoints, List<WantedRun> runs) {
    return ComparedRuns.arguments(runs, checkpoints.toString());
  }

  /** See {@link #arguments}. */
  public static void main(String[] args) throws Exception {
    try (EmbeddedFlink flink =
        new EmbeddedFlink(
            StateBackend.HEAP,
            Path.of(args[0]),
            Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, NexmarkBenchmark.CHECKPOINT_INTERVAL))) {
      new ComparedRuns(new NexmarkProcess(flink)::run, NexmarkProcess::variants)
          .printAll(args, OWN_ARGUMENTS);
    }
  }

  private Outcome run(String query, String variant, long events) {
    NexmarkVariant of = NexmarkVariant.of(variant);
    return flink.run(
        of.over(NexmarkInput.inOrder(events), NexmarkQuery.valueOf(query)), of.engine());
  }

  private static List<String> variants(String query) {
    return NexmarkVariant.of(NexmarkQuery.valueOf(query)).stream()
        .map(NexmarkVariant::toString)
        .toList();
  }
}
