/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/**
 * What EXPLAIN shows for the options of key-level watermarks, and which options exclude each other.
 */
class KeyWatermarkOptionsTest {

  private static final String WINDOWS =
      "SELECT /*+ TRILINK(%s) */ k, COUNT(*) AS c"
          + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
          + " GROUP BY k, window_start, window_end";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static String plan(String options) {
    return planner.plan(WINDOWS.formatted(options));
  }

  // ------------------------------------------------------------------------- consequences

  @Test
  void saysWhenResultsComeAndWhatChangesThat() {
    assertThat(TestPlanner.consequences(plan("'watermark'='key'")))
        .containsExactly(
            "results=when later records of the same key advance its watermark far enough, else at"
                + " the end of the input (earlier with watermark.max-skew or"
                + " watermark.idle-timeout)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'watermark.max-skew'='1 min'", "'watermark.idle-timeout'='1 min'"})
  void saysNothingWhereNoResultWaitsForEver(String option) {
    assertThat(TestPlanner.consequences(plan("'watermark'='key', " + option))).containsExactly("");
  }

  @Test
  void saysOfGroupsWhenResultsCome() {
    assertThat(TestPlanner.consequences(plan("'watermark'='key', 'watermark.keys-per-group'='4'")))
        .singleElement()
        .asString()
        .startsWith("results=when later records of the same group advance its watermark");
  }

  @Test
  void saysThatRecordsBeyondTheMaxLeadAreDropped() {
    assertThat(
            TestPlanner.consequences(
                plan(
                    "'watermark'='key', 'watermark.max-skew'='1 min', 'watermark.max-lead'='1 h',"
                        + " 'watermark.max-lead.action'='drop'")))
        .containsExactly("dropped=also records beyond the max lead, which stock Flink keeps");
  }

  // ----------------------------------------------------------------------------- max lead

  /** Flink's function keeps the time of the last row that was fired. */
  @Test
  void idleKeysWithRowsTooFarAheadAndOverOfRows() {
    String over =
        "SELECT /*+ TRILINK('watermark'='key', 'watermark.idle-timeout'='1 min',"
            + " 'watermark.max-lead'='1 h'%s) */ k, SUM(v) OVER"
            + " (PARTITION BY k ORDER BY ts %s BETWEEN %s PRECEDING AND CURRENT ROW) FROM t";
    String reason = "OVER ROWS n PRECEDING drops the key's rows up to the time of these";

    assertThat(planner.plan(over.formatted("", "ROWS", "3"))).contains(reason);
    assertThat(planner.plan(over.formatted(", 'watermark.max-lead.action'='drop'", "ROWS", "3")))
        .doesNotContain(reason);
    assertThat(planner.plan(over.formatted("", "ROWS", "UNBOUNDED"))).doesNotContain(reason);
    assertThat(planner.plan(over.formatted("", "RANGE", "INTERVAL '1' MINUTE")))
        .doesNotContain(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                   | keep (default)",
        "', ''watermark.max-lead.action''=''KEEP''' | keep (query hint)",
        "', ''watermark.max-lead.action''=''drop''' | drop (query hint)",
      })
  void showsTheMaxLead(String action, String shown) {
    for (String exchange : new String[] {"", ", 'exchange'='local-merge'"}) {
      assertThat(
              TestPlanner.keyWatermarks(
                  plan("'watermark'='key', 'watermark.max-lead'='1 h'" + action + exchange)))
          .containsExactly(
              "watermark=key (query hint), watermark.delay=5 s (WATERMARK of t),"
                  + " watermark.max-skew=unbounded (default), watermark.max-lead=1 h (query hint),"
                  + " watermark.max-lead.action="
                  + shown);
    }
  }

  @Test
  void anActionNeedsAMaxLead() {
    assertThatThrownBy(() -> plan("'watermark'='key', 'watermark.max-lead.action'='drop'"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: 'watermark.max-lead.action' has an effect only with"
                + " 'watermark.max-lead'. Set 'watermark.max-lead', e.g. to '1 h', or leave"
                + " 'watermark.max-lead.action' out.");
  }

  /** The option may be for other queries. */
  @Test
  void anActionOfTheSessionDoesNot() {
    planner.set("table.optimizer.trilink.watermark.max-lead.action", "drop");
    assertThat(TestPlanner.keyWatermarks(plan("'watermark'='key'")))
        .singleElement()
        .asString()
        .doesNotContain("max-lead");
    assertThat(TestPlanner.keyWatermarks(plan("'watermark'='key', 'watermark.max-lead'='2 d'")))
        .singleElement()
        .asString()
        .endsWith("watermark.max-lead=2 d (query hint), watermark.max-lead.action=drop (session)");
  }

  @Test
  void aMaxLeadNeedsKeyLevelWatermarks() {
    assertThat(TestPlanner.advice(plan("'watermark.max-lead'='1 h'")))
        .singleElement()
        .asString()
        .endsWith("has no effect: watermark.max-lead needs watermark=key");
  }
}
