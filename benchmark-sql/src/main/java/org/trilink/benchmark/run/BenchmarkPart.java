/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.function.Consumer;
import org.trilink.benchmark.result.Trial;

/** A part of a benchmark: runs that have a cluster, or a process, in common. */
public interface BenchmarkPart {

  /** All runs that are measured, in their order. */
  List<Trial> trials();

  /** Measures what the result file does not have yet; is called only if there is such a run. */
  void measure(BenchmarkContext context);

  /** Runs that are measured in a way of their own. */
  static BenchmarkPart of(List<Trial> trials, Consumer<BenchmarkContext> measure) {
    return new BenchmarkPart() {
      @Override
      public List<Trial> trials() {
        return trials;
      }

      @Override
      public void measure(BenchmarkContext context) {
        measure.accept(context);
      }
    };
  }
}
