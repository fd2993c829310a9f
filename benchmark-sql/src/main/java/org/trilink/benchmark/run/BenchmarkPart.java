/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import org.trilink.benchmark.result.Trial;

/** A part of a benchmark: runs that have a cluster, or a process, in common. */
public interface BenchmarkPart {

  /** All runs that are measured, in their order. */
  List<Trial> trials();

  /** Measures what the result file does not have yet; is called only if there is such a run. */
  void measure(BenchmarkContext context);
}
