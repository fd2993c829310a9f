/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** Lookups below key-level watermarks whose results come in the order in which they are found. */
class UnorderedLookupTest {

  private static final String MODE = "table.exec.async-lookup.output-mode";

  private static final String REORDERING =
      "LookupJoin in output mode ALLOW_UNORDERED may change the order of a key's rows";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE e (k STRING, pt AS PROCTIME(), ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'planned')",
              "CREATE TABLE d (k STRING, name STRING) WITH"
                  + " ('connector' = 'planned', 'async' = 'true')");

  private static String windows(String hints) {
    return """
        SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) FROM TABLE(TUMBLE((
          SELECT %s e.k, e.ts FROM e JOIN d FOR SYSTEM_TIME AS OF e.pt ON e.k = d.k),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end"""
        .formatted(hints);
  }

  @Test
  void inOrderTheyChangeNothing() {
    String plan = planner.plan(windows(""));

    assertThat(plan).contains("LookupJoin(");
    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
    assertThat(TestPlanner.orders(plan).get(0)).doesNotContain(REORDERING);
  }

  @Test
  void inAnyOrderByTheSession() {
    planner.set(MODE, "ALLOW_UNORDERED");
    String plan = planner.plan(windows(""));

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "watermark=key refused: "
                + REORDERING
                + ", so the delay is unknown; set 'watermark.delay'");

    planner.set("table.optimizer.trilink.watermark.delay", "20 s");

    assertThat(TestPlanner.orders(planner.plan(windows(""))).get(0))
        .startsWith("watermark.order=any (" + REORDERING);
  }

  @Test
  void inAnyOrderByAHint() {
    String hint = "/*+ LOOKUP('table'='d', 'async'='true', 'output-mode'='allow_unordered') */";

    assertThat(TestPlanner.advice(planner.plan(windows(hint))).get(0)).contains(REORDERING);
  }
}
