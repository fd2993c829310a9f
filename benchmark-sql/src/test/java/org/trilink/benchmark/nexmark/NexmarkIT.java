/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.embedded.PartOfBenchmark;
import org.trilink.benchmark.run.BenchOptions;

/** As the benchmark runs it, with a process of its own, and few rows. */
class NexmarkIT {

  private static final BenchOptions OPTIONS = PartOfBenchmark.quick(3_000);

  @TempDir private Path folder;

  @Test
  void measuresWhatIsLeftAndComparesIt() {
    NexmarkBenchmark benchmark = new NexmarkBenchmark();

    new PartOfBenchmark("nexmark", folder)
        .assertMeasuresWhatIsLeft(OPTIONS, benchmark.trials(OPTIONS), benchmark::run);
  }
}
