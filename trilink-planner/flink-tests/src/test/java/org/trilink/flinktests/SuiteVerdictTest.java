/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteVerdictTest {

  private static final String CLASS = "org.apache.flink.table.planner.a.RankTest";

  @Test
  void countsWhatIsAsExpected() throws IOException {
    SuiteVerdict verdict =
        verdict(
            run("stock", TestOutcome.PASSED, 0),
            run("withOperators", TestOutcome.PASSED, 2),
            run("differs", TestOutcome.FAILED, 1),
            run("failsOnFlink", TestOutcome.FAILED, 0),
            run("ignored", TestOutcome.SKIPPED, 0));

    assertThat(verdict.asExpected()).isTrue();
    assertThat(verdict.text("unhinted").lines())
        .containsExactly(
            CLASS + ": 2 passed, 1 of them with operators of Trilink",
            "unhinted: 4 run, 2 passed (1 of them with operators of Trilink), 1 differing with"
                + " reason, 1 failing on Flink itself, 0 unexpected; 1 skipped");
  }

  @Test
  void aTestThatFailsMustBeListed() throws IOException {
    SuiteVerdict verdict =
        verdict(run("differs", TestOutcome.FAILED, 0), run("stock", TestOutcome.FAILED, 0));

    assertThat(verdict.asExpected()).isFalse();
    assertThat(verdict.text("unhinted"))
        .contains("fails, and is not listed: " + CLASS + "#stock")
        .contains("1 unexpected");
  }

  @Test
  void aListedTestMustFail() throws IOException {
    SuiteVerdict verdict = verdict(run("differs", TestOutcome.PASSED, 0));

    assertThat(verdict.asExpected()).isFalse();
    assertThat(verdict.text("unhinted"))
        .contains("passes, but is listed: " + CLASS + "#differs")
        .contains("0 passed");
  }

  @Test
  void aTestThatFailsSometimesMayPass() throws IOException {
    SuiteVerdict verdict =
        new SuiteVerdict(
            List.of(
                run("races[HEAP]", TestOutcome.FAILED, 0),
                run("races[ROCKS]", TestOutcome.PASSED, 0)),
            Exceptions.none(),
            Exceptions.read(new StringReader("a.RankTest#races : sometimes x")));

    assertThat(verdict.asExpected()).isTrue();
    assertThat(verdict.text("unhinted"))
        .contains("2 run, 1 passed")
        .contains("1 differing with reason");
  }

  @Test
  void aListedTestMustBeThere() throws IOException {
    SuiteVerdict verdict = verdict(run("stock", TestOutcome.PASSED, 0));

    assertThat(verdict.asExpected()).isFalse();
    assertThat(verdict.text("unhinted"))
        .contains("is listed, but there is no such test: " + CLASS + "#differs");
  }

  private static SuiteVerdict verdict(TestRun... runs) throws IOException {
    return new SuiteVerdict(
        List.of(runs),
        Exceptions.read(new StringReader("a.RankTest#failsOnFlink : x")),
        Exceptions.read(new StringReader("a.RankTest#differs : x")));
  }

  private static TestRun run(String method, TestOutcome outcome, int operators) {
    return new TestRun(CLASS + "#" + method, outcome, operators);
  }
}
