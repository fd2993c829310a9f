/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares what was run with what is expected of it. */
final class SuiteVerdict {

  private final Exceptions onFlink;
  private final Exceptions differences;
  private final Map<Judgement, List<TestRun>> judged = new EnumMap<>(Judgement.class);
  private final List<String> stale;

  /**
   * Compares.
   *
   * @param onFlink the tests that do not pass with Flink's own planner
   * @param differences those that pass with Flink's, but not with this one, for a good reason
   */
  SuiteVerdict(List<TestRun> runs, Exceptions onFlink, Exceptions differences) {
    this.onFlink = onFlink;
    this.differences = differences;
    for (Judgement judgement : Judgement.values()) {
      judged.put(judgement, new ArrayList<>());
    }
    runs.forEach(run -> judged.get(judge(run)).add(run));
    Set<String> tests = runs.stream().map(TestRun::test).collect(Collectors.toSet());
    stale = differences.without(tests);
  }

  private Judgement judge(TestRun run) {
    boolean failed = run.outcome() == TestOutcome.FAILED;
    if (run.outcome() == TestOutcome.SKIPPED) {
      return Judgement.SKIPPED;
    }
    if (onFlink.reason(run.test()).isPresent()) {
      return Judgement.FAILING_ON_FLINK;
    }
    if (differences.reason(run.test()).isPresent() && failed) {
      return Judgement.DIFFERING;
    }
    if (differences.reason(run.test()).isPresent() && !differences.maySucceed(run.test())) {
      return Judgement.UNEXPECTEDLY_PASSED;
    }
    return failed ? Judgement.UNEXPECTEDLY_FAILED : Judgement.PASSED;
  }

  /** Returns whether all tests passed but those that are listed, and those that must fail did. */
  boolean asExpected() {
    return count(Judgement.UNEXPECTEDLY_FAILED) == 0
        && count(Judgement.UNEXPECTEDLY_PASSED) == 0
        && stale.isEmpty();
  }

  /** Returns the classes with operators of Trilink, what is not as expected, and the counts. */
  String text(String planner) {
    List<String> lines = new ArrayList<>();
    passedByClass()
        .forEach(
            (testClass, runs) -> {
              if (withOperators(runs) > 0) {
                lines.add(
                    "%s: %d passed, %d of them with operators of Trilink"
                        .formatted(testClass, runs.size(), withOperators(runs)));
              }
            });
    judged
        .get(Judgement.UNEXPECTEDLY_FAILED)
        .forEach(run -> lines.add("fails, and is not listed: " + run.test()));
    judged
        .get(Judgement.UNEXPECTEDLY_PASSED)
        .forEach(run -> lines.add("passes, but is listed: " + run.test()));
    stale.forEach(test -> lines.add("is listed, but there is no such test: " + test));
    lines.add(counts(planner));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private Map<String, List<TestRun>> passedByClass() {
    return judged.get(Judgement.PASSED).stream()
        .collect(Collectors.groupingBy(TestRun::testClass, TreeMap::new, Collectors.toList()));
  }

  private String counts(String planner) {
    int run = judged.values().stream().mapToInt(List::size).sum() - count(Judgement.SKIPPED);
    return ("%s: %d run, %d passed (%d of them with operators of Trilink), %d differing with"
            + " reason, %d failing on Flink itself, %d unexpected; %d skipped")
        .formatted(
            planner,
            run,
            count(Judgement.PASSED),
            withOperators(judged.get(Judgement.PASSED)),
            count(Judgement.DIFFERING),
            count(Judgement.FAILING_ON_FLINK),
            count(Judgement.UNEXPECTEDLY_FAILED) + count(Judgement.UNEXPECTEDLY_PASSED),
            count(Judgement.SKIPPED));
  }

  private int count(Judgement judgement) {
    return judged.get(judgement).size();
  }

  private static long withOperators(List<TestRun> runs) {
    return runs.stream().filter(run -> run.operators() > 0).count();
  }

  private enum Judgement {
    PASSED,
    SKIPPED,
    FAILING_ON_FLINK,
    DIFFERING,
    UNEXPECTEDLY_FAILED,
    UNEXPECTEDLY_PASSED
  }
}
