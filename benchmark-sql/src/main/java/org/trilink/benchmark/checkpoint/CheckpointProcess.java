/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.embedded.ComparedRuns;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.run.StateBackend;

/** Runs a job at one interval after the other, and prints what each run came to. */
public final class CheckpointProcess {

  private static final int OWN_ARGUMENTS = 2;

  private CheckpointProcess() {}

  /**
   * The arguments of a process.
   *
   * @param checkpoints the folder that they are written to
   * @param runs all of one job
   */
  static List<String> arguments(StateBackend backend, Path checkpoints, List<WantedRun> runs) {
    return ComparedRuns.arguments(runs, backend.name(), checkpoints.toString());
  }

  /** See {@link #arguments}. */
  public static void main(String[] args) throws Exception {
    try (EmbeddedFlink flink =
        new EmbeddedFlink(StateBackend.valueOf(args[0]), Path.of(args[1]), Map.of())) {
      new ComparedRuns(
              (name, variant, rows) -> {
                CheckpointJob job = CheckpointJob.valueOf(name);
                CheckpointVariant of = job.variant(variant);
                return flink.run(of.over(job.input(rows)), of.engine());
              },
              name ->
                  CheckpointJob.valueOf(name).variants().stream()
                      .map(CheckpointVariant::toString)
                      .toList())
          .printAll(args, OWN_ARGUMENTS);
    }
  }
}
