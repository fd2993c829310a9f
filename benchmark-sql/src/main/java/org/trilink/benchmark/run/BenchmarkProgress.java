/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.Trial;
import org.trilink.launcher.demo.Progress;

/** Shows which run of how many goes on, and how long all will take still. */
public final class BenchmarkProgress {

  private final String benchmark;
  private final List<Trial> runs;
  private final Progress progress;
  private final int doneBefore;
  private long startNanos;
  private int done;
  private String current = "";

  /**
   * Creates the progress of a benchmark that has just begun, or goes on.
   *
   * @param runs all that there are to be in the end
   * @param done how many of them there are already
   */
  public BenchmarkProgress(String benchmark, List<Trial> runs, int done, Progress progress) {
    this.benchmark = benchmark;
    this.runs = runs;
    this.doneBefore = done;
    this.done = done;
    this.progress = progress;
  }

  /** A run begins. */
  void begin(Trial trial) {
    if (done == doneBefore) {
      startNanos = System.nanoTime(); // what came before comes once
    }
    current =
        String.format(
            Locale.ROOT,
            "[%2d of %2d] %s: %s, %s%s",
            done + 1,
            runs.size(),
            benchmark,
            text(trial),
            trial.variant(),
            round(trial));
    progress.lasting(current + left());
  }

  /** A run begins that does not count. */
  void beginWarmUp(Variant variant) {
    current = benchmark + ": warming up " + variant.name();
    progress.lasting(current + left());
  }

  private static String text(Trial trial) {
    return trial.situation().entrySet().stream()
        .map(
            coordinate ->
                coordinate.getKey().equals("workload")
                    ? coordinate.getValue()
                    : coordinate.getKey() + " " + coordinate.getValue())
        .collect(Collectors.joining(", "));
  }

  /** So many records of the run are through. */
  public void records(long count) {
    progress.passing(String.format(Locale.ROOT, "%s ... %,d records%s", current, count, left()));
  }

  /** Nothing for what is run once. */
  private String round(Trial trial) {
    long rounds =
        runs.stream()
            .filter(run -> run.variant().equals(trial.variant()))
            .filter(run -> run.situation().equals(trial.situation()))
            .count();
    return rounds == 1 ? "" : ", round %d of %d".formatted(trial.round() + 1, rounds);
  }

  /** Something goes on that is not measured. */
  public void aside(String what) {
    progress.passing(String.format(Locale.ROOT, "%s: %s%s", benchmark, what, left()));
  }

  /** Something stays to be seen. */
  public void note(String what) {
    progress.lasting(benchmark + ": " + what);
  }

  /** The run has ended. */
  void end() {
    done++;
  }

  /** By what the runs so far took, with all that was done for them. */
  private String left() {
    int doneNow = done - doneBefore;
    if (doneNow == 0) {
      return "";
    }
    double minutesSoFar = (System.nanoTime() - startNanos) / 60e9;
    double minutes = minutesSoFar / doneNow * (runs.size() - done);
    return String.format(Locale.ROOT, "; about %.0f min left", Math.ceil(minutes));
  }
}
