/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

/** Hints that specify something else than what is done. */
class HintDetailsTest {

  private static final String GROUP_BY = "SELECT /*+ TRILINK(%s) */ k, COUNT(*) FROM t GROUP BY k";
  private static final String WINDOWS =
      """
      SELECT /*+ TRILINK(%s) */ k, COUNT(*) AS c
      FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY k, window_start, window_end""";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @Test
  void aHintThatTakesBackTheSessionsExchange() {
    planner.set("table.optimizer.trilink.exchange", "local-merge");
    assertThat(planner.plan(GROUP_BY.formatted("'exchange'='shuffle'")))
        .doesNotContain("HintReport");

    assertRefused(
        GROUP_BY.formatted("'exchange'='shuffle', 'local-merge.emit.delay'='1 s'"),
        "local-merge.emit.delay refused: it needs exchange=local-merge, and exchange=shuffle (query"
            + " hint) is in force; leave one of the two out");
  }

  @Test
  void aHintThatTakesBackTheSessionsWatermark() {
    planner.set("table.optimizer.trilink.watermark", "key");
    planner.set("table.optimizer.trilink.watermark.delay", "2 s");
    assertThat(planner.plan(WINDOWS.formatted("'watermark'='subtask'")))
        .doesNotContain("HintReport");

    assertRefused(
        WINDOWS.formatted("'watermark'='subtask', 'watermark.delay'='1 s'"),
        "watermark.delay refused: it needs watermark=key, and watermark=subtask (query hint) is in"
            + " force; leave one of the two out");
  }

  /** The outer query may have operators of its own. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'watermark'='subtask'|'watermark'='key', 'watermark.delay'='1 s'",
        "'exchange'='shuffle'|'exchange'='local-merge', 'local-merge.slot'='1 s'",
        "'exchange'='local-merge'|'exchange'='global-merge', 'global-merge.store'='redis://h'",
        "'partition'='hash'|'partition'='weight', 'partition.weights'='100'",
        "'partition'='hash', 'partition.monitor'='off'"
            + "|'partition.monitor'='period', 'partition.monitor.interval'='20 s'",
      })
  void whatAnOuterHintSpecifiesMayBeForOtherQueries(String inner, String outer) {
    planner.set("table.optimizer.trilink.strict", "true");
    String sql = "SELECT /*+ TRILINK(%s) */ k, c FROM (%s)";

    assertThat(TestPlanner.advice(planner.plan(sql.formatted(outer, WINDOWS.formatted(inner)))))
        .isEmpty();
  }

  @Test
  void whatTheSessionSpecifiesForAnotherExchange() {
    planner.set("table.optimizer.trilink.exchange", "local-merge");
    planner.set("table.optimizer.trilink.global-merge.store", "redis://h");

    String plan = planner.plan("SELECT k, COUNT(*) FROM t GROUP BY k");
    assertThat(plan).contains("LocalMerge(");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void anotherExchangeIsAnError() {
    assertThat(
            planner.error(
                GROUP_BY.formatted("'exchange'='local-merge', 'global-merge.store'='redis://h'")))
        .isEqualTo(
            "TRILINK hint: 'global-merge.store' has no effect with 'exchange'='local-merge'; leave"
                + " it out.");
  }

  private static void assertRefused(String sql, String reason) {
    assertThat(TestPlanner.advice(planner.plan(sql))).containsExactly(reason);
    assertThat(planner.error(sql.replace("TRILINK(", "TRILINK('strict'='true', ")))
        .isEqualTo("TRILINK hint: " + reason + ". It is an error because 'strict' is 'true'.");
  }
}
