/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** Windows of changes, which other versions of Flink do not have. */
class ChangesInWindowsTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              """
              CREATE TABLE changes (k STRING, v INT, ts TIMESTAMP(3),
              WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'kafka',
              'topic' = 'changes', 'properties.bootstrap.servers' = 'nobody.is.asked:1',
              'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json')""");

  @Test
  void windowsOfChanges() {
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*)
            FROM TABLE(TUMBLE(TABLE changes, DESCRIPTOR(ts), INTERVAL '10' SECOND))
            GROUP BY k, window_start, window_end""");

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "watermark=key refused: its input has updates, which may arrive with old event times"
                + " and then be late; not supported yet");
  }
}
