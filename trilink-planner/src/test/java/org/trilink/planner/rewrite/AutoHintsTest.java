/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** Hints that leave options to advice, on operators of which nothing can be sampled. */
class AutoHintsTest {

  /** Its outer aggregate reads the results of the inner one, which leaves nothing to advice. */
  private static final String OVER_RESULTS =
      "SELECT /*+ TRILINK(%s) */ c, COUNT(*) FROM (SELECT /*+ TRILINK('exchange'='shuffle',"
          + " 'partition'='hash', 'advice'='off') */ k, COUNT(*) AS c FROM t GROUP BY k) GROUP BY c";

  private static final String OBSTACLE = "its rows come from GroupAggregate, not from a table";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static String overResults(String hint) {
    return OVER_RESULTS.formatted(hint);
  }

  @Test
  void autoIsRefusedWhereNothingCanBeSampled() {
    assertThat(TestPlanner.advice(planner.plan(overResults("'exchange'='auto'"))))
        .containsExactly("exchange=auto refused: " + OBSTACLE);
    assertThat(planner.error(overResults("'exchange'='auto', 'strict'='true'")))
        .contains("exchange=auto refused: " + OBSTACLE, "'strict' is 'true'");
  }

  @Test
  void autoIsRefusedWhereThereAreNoKeys() {
    assertThat(
            TestPlanner.advice(
                planner.plan("SELECT /*+ TRILINK('exchange'='auto') */ COUNT(*) FROM t")))
        .containsExactly(
            "exchange=auto refused: GroupAggregate has no keys, so all its rows go to one subtask");
  }

  @Test
  void adviceHasNoEffectThereAndThatIsNoError() {
    assertThat(TestPlanner.advice(planner.plan(overResults("'advice'='on', 'strict'='true'"))))
        .containsExactly(
            "advice=on (query hint) has no effect here: "
                + OBSTACLE
                + "; by the plan alone, 'exchange'='local-merge' sends fewer rows if a key has"
                + " several records in a second");
  }

  @Test
  void aHintOfHigherPrecedenceHidesTheSessionsAuto() {
    planner.set("table.optimizer.trilink.exchange", "auto");

    assertThat(TestPlanner.advice(planner.plan(overResults("'exchange'='shuffle'")))).isEmpty();
  }

  @Test
  void autoHidesWhatTheSessionSets() {
    planner.set("table.optimizer.trilink.exchange", "local-merge");

    String plan = planner.plan(overResults("'exchange'='auto'"));

    assertThat(TestPlanner.advice(plan)).containsExactly("exchange=auto refused: " + OBSTACLE);
    assertThat(plan).doesNotContain("LocalMerge");
  }

  @Test
  void autoThatGovernsNoOperatorHasNoEffect() {
    assertThat(
            TestPlanner.advice(
                planner.plan("SELECT /*+ TRILINK('watermark'='auto') */ k, v FROM t")))
        .containsExactly(
            "TRILINK(watermark=auto) on SELECT has no effect: it applies to no operator that waits"
                + " for watermarks");
    assertThat(
            TestPlanner.advice(
                planner.plan("SELECT /*+ TRILINK('exchange'='auto') */ k, v FROM t")))
        .containsExactly(
            "TRILINK(exchange=auto) on SELECT has no effect: it applies to no operator with an"
                + " exchange");
    assertThat(TestPlanner.advice(planner.plan("SELECT /*+ TRILINK('advice'='on') */ k, v FROM t")))
        .containsExactly(
            "TRILINK(advice=on) on SELECT has no effect: it applies to no operator that gets its"
                + " rows by key");
  }

  @Test
  void whatSpecifiesAdviceThatNobodyAsksForHasNoEffect() {
    assertThat(
            TestPlanner.advice(
                planner.plan(
                    "SELECT /*+ TRILINK('advice.records'='10') */ k, COUNT(*) FROM t GROUP BY k")))
        .containsExactly(
            "TRILINK(advice.records=10) on SELECT has no effect: advice.records needs advice=on, or"
                + " an option with the value auto");
    assertThat(
            TestPlanner.advice(
                planner.plan(
                    "SELECT /*+ TRILINK('watermark.keys-per-group'='auto') */ k, COUNT(*) FROM t"
                        + " GROUP BY k")))
        .containsExactly(
            "TRILINK(watermark.keys-per-group=auto) on SELECT has no effect:"
                + " watermark.keys-per-group needs watermark=key");
  }

  @Test
  void theSessionsAutoHasNoEffectWithoutEventTimes() {
    planner.set("table.optimizer.trilink.watermark", "auto");

    assertThat(planner.plan("SELECT k, v FROM t"))
        .contains("watermark=auto (session) has no effect here");
  }

  @Test
  void hintsThatContradictEachOtherAreRefusedWithAuto() {
    String plan =
        planner.plan(
            "SELECT k, COUNT(*) FROM (SELECT k FROM t /*+ TRILINK('exchange'='auto') */ UNION ALL"
                + " SELECT k FROM t /*+ TRILINK('exchange'='local-merge') */) GROUP BY k");

    assertThat(TestPlanner.advice(plan).toString())
        .contains("exchange=auto and exchange=local-merge refused: ");
  }
}
