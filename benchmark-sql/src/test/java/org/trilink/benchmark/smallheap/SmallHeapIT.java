/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.smallheap;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.embedded.PartOfBenchmark;
import org.trilink.benchmark.run.BenchOptions;

/** As the benchmark runs it, with processes of its own, and few rows. */
class SmallHeapIT {

  private static final BenchOptions OPTIONS = PartOfBenchmark.quick(20_000);

  @TempDir private Path folder;

  @Test
  void measuresWhatIsLeftAndComparesIt() {
    SmallHeapBenchmark benchmark = new SmallHeapBenchmark();

    new PartOfBenchmark("small-heap", folder)
        .assertMeasuresWhatIsLeft(OPTIONS, benchmark.trials(OPTIONS), benchmark::run);
  }
}
