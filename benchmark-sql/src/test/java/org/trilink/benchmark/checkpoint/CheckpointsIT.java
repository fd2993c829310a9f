/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.embedded.PartOfBenchmark;
import org.trilink.benchmark.run.BenchOptions;

/** As the benchmark runs it, with processes of its own, and few rows. */
class CheckpointsIT {

  private static final BenchOptions OPTIONS = PartOfBenchmark.quick(20_000);

  @TempDir private Path folder;

  @Test
  void measuresWhatIsLeftAndComparesIt() {
    CheckpointBenchmark benchmark = new CheckpointBenchmark();

    new PartOfBenchmark("checkpoints", folder)
        .assertMeasuresWhatIsLeft(OPTIONS, benchmark.trials(OPTIONS), benchmark::run);
  }
}
