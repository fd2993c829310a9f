/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Trial;

/** One of the benchmarks of {@code bin/trilink bench}. */
public abstract class Benchmark {

  private final String name;
  private final String description;

  /**
   * @param name as on the command line; also the name of the result file
   * @param description for the command line's help, one line
   */
  protected Benchmark(String name, String description) {
    this.name = name;
    this.description = description;
  }

  /** As on the command line; also the name of the result file. */
  public final String name() {
    return name;
  }

  /** For the command line's help, one line. */
  public final String description() {
    return description;
  }

  /**
   * All that decides on what is measured and is no coordinate of a trial: seeds, skews, rows. Two
   * runs with equal settings can be one.
   */
  public abstract Map<String, String> settings(BenchOptions options);

  /** The parts in which its runs are made, in their order. */
  public abstract List<BenchmarkPart> parts(BenchOptions options);

  /** All runs that are measured, in their order: those of the parts. */
  public final List<Trial> trials(BenchOptions options) {
    return parts(options).stream().flatMap(part -> part.trials().stream()).toList();
  }

  /** Measures what the result file does not have yet, part by part. */
  public final void run(BenchmarkContext context) {
    for (BenchmarkPart part : parts(context.options())) {
      if (!context.hasAll(part.trials())) {
        part.measure(context);
      }
    }
  }

  /** The result for people. */
  public List<String> table(BenchmarkResult result) {
    return new ResultTable(result.measurements()).lines();
  }

  /** Whether every run is as its engine promises; stock Flink promises nothing under disorder. */
  public boolean isSound(BenchmarkResult result) {
    return result.measurements().stream()
        .allMatch(run -> run.exact() || Variant.isStock(run.trial().variant()));
  }
}
