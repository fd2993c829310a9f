/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Records how each test ends; failures are also written out as they happen. */
final class RecordRuns implements TestExecutionListener {

  private final List<TestRun> runs = new ArrayList<>();
  private final PrintWriter failures;
  private long started;

  RecordRuns(PrintWriter failures) {
    this.failures = failures;
  }

  List<TestRun> runs() {
    return runs;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      CountOperators.takeCount();
      started = System.nanoTime();
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    // a class that cannot be set up fails as a whole
    if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
      TestOutcome outcome = outcome(result);
      record(test, outcome);
      if (outcome == TestOutcome.FAILED) {
        result.getThrowable().ifPresent(error -> write(test, error));
      }
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    record(test, TestOutcome.SKIPPED);
  }

  private void record(TestIdentifier test, TestOutcome outcome) {
    runs.add(new TestRun(name(test), outcome, CountOperators.takeCount()));
  }

  private void write(TestIdentifier test, Throwable error) {
    failures.printf(
        "== %s after %d ms%n",
        name(test), Duration.ofNanos(System.nanoTime() - started).toMillis());
    error.printStackTrace(failures);
    failures.flush();
  }

  private static TestOutcome outcome(TestExecutionResult result) {
    return switch (result.getStatus()) {
      case SUCCESSFUL -> TestOutcome.PASSED;
      case FAILED -> TestOutcome.FAILED;
      case ABORTED -> TestOutcome.SKIPPED;
    };
  }

  private static String name(TestIdentifier test) {
    String testClass =
        test.getSource()
            .map(
                source ->
                    source instanceof MethodSource method
                        ? method.getClassName()
                        : source instanceof ClassSource type ? type.getClassName() : "")
            .orElse("");
    return testClass + "#" + (test.isTest() ? test.getDisplayName() : "");
  }
}
