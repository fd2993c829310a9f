/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

/** A join without windows, above an operator with key-level watermarks. */
class MiniBatchJoinTest {

  private static final String JOIN =
      """
      SELECT w.k, w.c FROM (
        SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end) w
      %s""";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute("CREATE TABLE names (k STRING, name STRING) WITH ('connector' = 'datagen')");

  @Test
  void needsNoWatermarks() {
    String plan = planner.plan(JOIN.formatted("JOIN names ON w.k = names.k"));

    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
  }

  /** Mini-batches end with a watermark; those joins that only filter collect none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "JOIN names ON w.k = names.k                    | 0",
        "LEFT JOIN names ON w.k = names.k               | 0",
        "WHERE w.k IN (SELECT k FROM names)             | 1",
        "WHERE w.k NOT IN (SELECT k FROM names WHERE k IS NOT NULL) | 1",
      })
  void inMiniBatches(String join, int accepted) {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "2 s");
    planner.set("table.exec.mini-batch.size", "1000");
    String plan = planner.plan(JOIN.formatted(join));

    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(accepted);
    if (accepted == 0) {
      assertThat(TestPlanner.advice(plan).get(0)).startsWith("watermark=key refused: Join");
    }
    planner.set("table.optimizer.trilink.watermark.max-skew", "1 min");
    assertThat(TestPlanner.keyWatermarks(planner.plan(JOIN.formatted(join)))).hasSize(1);
  }
}
