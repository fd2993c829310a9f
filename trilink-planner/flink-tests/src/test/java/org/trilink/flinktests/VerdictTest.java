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

class VerdictTest {

  private static final String CLASS = "org.apache.flink.table.planner.a.RankTest";

  @Test
  void countsWhatIsAsExpected() throws IOException {
    Verdict verdict =
        verdict(
            run("stock", Outcome.PASSED, 0),
            run("withOperators", Outcome.PASSED, 2),
            run("differs", Outcome.FAILED, 1),
            run("failsOnFlink", Outcome.FAILED, 0),
            run("ignored", Outcome.SKIPPED, 0));

    assertThat(verdict.asExpected()).isTrue();
    assertThat(verdict.text("unhinted").lines())
        .containsExactly(
            CLASS + ": 2 passed, 1 of them with operators of Trilink",
            "unhinted: 4 run, 2 passed (1 of them with operators of Trilink), 1 differing with"
                + " reason, 1 failing on Flink itself, 0 unexpected; 1 skipped");
  }

  @Test
  void aTestThatFailsMustBeListed() throws IOException {
    Verdict verdict = verdict(run("differs", Outcome.FAILED, 0), run("stock", Outcome.FAILED, 0));

    assertThat(verdict.asExpected()).isFalse();
    assertThat(verdict.text("unhinted"))
        .contains("fails, and is not listed: " + CLASS + "#stock")
        .contains("1 unexpected");
  }

  @Test
  void aListedTestMustFail() throws IOException {
    Verdict verdict = verdict(run("differs", Outcome.PASSED, 0));

    assertThat(verdict.asExpected()).isFalse();
    assertThat(verdict.text("unhinted"))
        .contains("passes, but is listed: " + CLASS + "#differs")
        .contains("0 passed");
  }

  @Test
  void aTestThatFailsSometimesMayPass() throws IOException {
    Verdict verdict =
        new Verdict(
            List.of(run("races[HEAP]", Outcome.FAILED, 0), run("races[ROCKS]", Outcome.PASSED, 0)),
            Exceptions.none(),
            Exceptions.read(new StringReader("a.RankTest#races : sometimes x")));

    assertThat(verdict.asExpected()).isTrue();
    assertThat(verdict.text("unhinted"))
        .contains("2 run, 1 passed")
        .contains("1 differing with reason");
  }

  @Test
  void aListedTestMustBeThere() throws IOException {
    Verdict verdict = verdict(run("stock", Outcome.PASSED, 0));

    assertThat(verdict.asExpected()).isFalse();
    assertThat(verdict.text("unhinted"))
        .contains("is listed, but there is no such test: " + CLASS + "#differs");
  }

  private static Verdict verdict(TestRun... runs) throws IOException {
    return new Verdict(
        List.of(runs),
        Exceptions.read(new StringReader("a.RankTest#failsOnFlink : x")),
        Exceptions.read(new StringReader("a.RankTest#differs : x")));
  }

  private static TestRun run(String method, Outcome outcome, int operators) {
    return new TestRun(CLASS + "#" + method, outcome, operators);
  }
}
