package org.trilink.benchmark.run;

import java.util.Locale;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.demo.Progress;

/** Shows which run of how many goes on, and how long all will take still. */
public final class RunProgress {

  private final String benchmark;
  private final int runs;
  private final Progress progress;
  private final int doneBefore;
  private long startNanos;
  private int done;
  private String current = "";

  /**
   * Of a benchmark that has just begun, or goes on.
   *
   * @param runs how many there are to be in the end
   * @param done how many there are already
   */
  public RunProgress(String benchmark, int runs, int done, Progress progress) {
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
            "[%2d of %2d] %s: %s, %s, round %d",
            done + 1,
            runs,
            benchmark,
            text(trial),
            trial.variant(),
            trial.round() + 1);
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
    double minutes = minutesSoFar / doneNow * (runs - done);
    return String.format(Locale.ROOT, "; about %.0f min left", Math.ceil(minutes));
  }
}
