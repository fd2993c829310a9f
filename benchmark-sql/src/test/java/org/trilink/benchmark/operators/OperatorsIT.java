/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.embedded.PartOfBenchmark;
import org.trilink.benchmark.run.BenchOptions;

/** As the benchmark runs it, with a process of its own, and few rows. */
class OperatorsIT {

  private static final BenchOptions OPTIONS = PartOfBenchmark.quick(10_000);

  @TempDir private Path folder;

  @Test
  void measuresWhatIsLeftAndComparesIt() {
    OperatorsBenchmark benchmark = new OperatorsBenchmark();

    new PartOfBenchmark("operators", folder)
        .assertMeasuresWhatIsLeft(OPTIONS, benchmark.trials(OPTIONS), benchmark::run);
  }
}
