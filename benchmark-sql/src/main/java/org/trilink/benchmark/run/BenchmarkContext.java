/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.ResultFile;
import org.trilink.benchmark.result.Trial;
import org.trilink.launcher.local.TrilinkHome;

/**
 * The context that a benchmark is run in: the project, its options, where its results go, and how
 * it shows progress.
 *
 * @param workFolders the folder in which clusters make their own
 */
public record BenchmarkContext(
    TrilinkHome home,
    Path workFolders,
    BenchOptions options,
    ResultFile results,
    BenchmarkProgress progress) {

  /** Whether nothing of this is left to measure. */
  public boolean hasAll(List<Trial> trials) {
    return results.missing(trials).isEmpty();
  }

  /** Measures those trials that the result file does not have yet. */
  public void measure(List<Trial> trials, Function<Trial, Measurement> run) {
    for (Trial trial : results.missing(trials)) {
      progress.begin(trial);
      results.add(run.apply(trial));
      progress.end();
    }
  }
}
