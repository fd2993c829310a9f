/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import org.trilink.benchmark.result.Trial;

/** Runs on a cluster that belong together, most often by their input. */
public interface ClusterRuns {

  /** All that are measured, in their order. */
  List<Trial> trials();

  /** Measures those that the result file does not have yet; is called only if there is one. */
  void measure(BenchCluster cluster);
}
