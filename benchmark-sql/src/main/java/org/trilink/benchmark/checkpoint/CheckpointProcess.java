/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.ComparedRuns;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.WantedRun;
import org.trilink.benchmark.run.StateBackend;

/** Runs a job at one interval after the other, and prints what each run came to. */
public final class CheckpointProcess {

  private static final int OWN_ARGUMENTS = 3;

  private CheckpointProcess() {}

  /**
   * The arguments of a process.
   *
   * @param checkpoints the folder that they are written to
   * @param warmUpRows at most as many warm up; 0 for no warm-up
   * @param runs all of one job
   */
  static List<String> arguments(
      StateBackend backend, Path checkpoints, long warmUpRows, List<WantedRun> runs) {
    return Stream.concat(
            Stream.of(backend.name(), checkpoints.toString(), String.valueOf(warmUpRows)),
            runs.stream().map(WantedRun::toString))
        .toList();
  }

  /** See {@link #arguments}. */
  public static void main(String[] args) throws Exception {
    try (EmbeddedFlink flink =
        new EmbeddedFlink(StateBackend.valueOf(args[0]), Path.of(args[1]), Map.of())) {
      ComparedRuns runs =
          new ComparedRuns(
              (name, variant, rows) -> {
                CheckpointJob job = CheckpointJob.valueOf(name);
                CheckpointVariant of = job.variant(variant);
                return flink.run(of.over(job.input(rows)), of.engine());
              },
              name ->
                  CheckpointJob.valueOf(name).variants().stream()
                      .map(CheckpointVariant::toString)
                      .toList(),
              Long.parseLong(args[2]));
      Arrays.stream(args)
          .skip(OWN_ARGUMENTS)
          .map(WantedRun::parse)
          .map(runs::next)
          .forEachOrdered(System.out::println);
    }
  }
}
