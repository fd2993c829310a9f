package org.trilink.flinktests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares what was run with what is expected of it. */
final class Verdict {

  private int passed;
  private int skipped;
  private int failingOnFlink;
  private int differing;
  private int passedAtKeyLevel;
  private final Map<String, int[]> passedByClass = new TreeMap<>();
  private final List<String> unexpected = new ArrayList<>();

  /**
   * Compares.
   *
   * @param onFlink the tests that do not pass with Flink's own planner; not counted for another
   * @param differences the tests that do not pass with this planner, for a good reason
   */
  Verdict(List<TestRun> runs, Exceptions onFlink, Exceptions differences) {
    runs.forEach(run -> judge(run, onFlink, differences));
  }

  private void judge(TestRun run, Exceptions onFlink, Exceptions differences) {
    if (run.outcome() == Outcome.SKIPPED) {
      skipped++;
    } else if (onFlink != differences && onFlink.reason(run.test()).isPresent()) {
      failingOnFlink++;
    } else if (run.outcome() == Outcome.FAILED) {
      failed(run, differences);
    } else {
      passed(run, differences);
    }
  }

  private void failed(TestRun run, Exceptions differences) {
    if (differences.reason(run.test()).isPresent()) {
      differing++;
    } else {
      unexpected.add("fails, and is not listed: " + run.test());
    }
  }

  private void passed(TestRun run, Exceptions differences) {
    passed++;
    int[] ofClass = passedByClass.computeIfAbsent(run.testClass(), unused -> new int[2]);
    ofClass[0]++;
    if (run.keyWatermarks() > 0) {
      passedAtKeyLevel++;
      ofClass[1]++;
    }
    if (differences.reason(run.test()).isPresent()) {
      unexpected.add("passes, but is listed: " + run.test());
    }
  }

  boolean asExpected() {
    return unexpected.isEmpty();
  }

  /** Returns the counts, a line for each class with key-level operators, and what is not right. */
  String text(String planner) {
    StringBuilder text = new StringBuilder();
    passedByClass.forEach(
        (testClass, counts) -> {
          if (counts[1] > 0) {
            text.append(
                "%s: %d of %d passed with key-level operators%n"
                    .formatted(testClass, counts[1], counts[0]));
          }
        });
    unexpected.forEach(line -> text.append(line).append(System.lineSeparator()));
    return text.append(
            "%s: %d run, %d passed (%d of them with key-level operators), %d differing with reason, %d failing on Flink itself, %d skipped, %d unexpected%n"
                .formatted(
                    planner,
                    passed + differing + failingOnFlink + unexpected.size(),
                    passed,
                    passedAtKeyLevel,
                    differing,
                    failingOnFlink,
                    skipped,
                    unexpected.size()))
        .toString();
  }
}
