/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.apache.flink.table.api.StatementSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** Sessions in which there are far more hints than anybody writes by hand. */
@Tag("slow")
class ManyHintsTest {

  private static final int TABLES = 1_000;
  private static final int INSERTS = 100;
  private static final long MOST_BYTES_OF_A_QUERY = 20_000;

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static void create(int number) {
    planner.execute(
        ("CREATE TABLE t%d (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)"
                + " WITH ('connector' = 'planned')")
            .formatted(number));
  }

  private static String query(int number) {
    return "SELECT k, COUNT(*) AS c FROM t%d /*+ TRILINK('exchange'='local-merge') */ GROUP BY k"
        .formatted(number);
  }

  /** A session keeps Flink's catalog entry of a table with hints, and nothing of a query. */
  @Test
  @Tag("nightly")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void manyTablesWithHints() {
    for (int number = 0; number < TABLES; number++) {
      create(number);
      assertThat(planner.plan(query(number))).contains("LocalMerge(");
    }
    long before = usedBytes();

    for (int number = 0; number < TABLES; number++) {
      assertThat(planner.plan(query(number))).contains("LocalMerge(");
    }

    assertThat((usedBytes() - before) / TABLES).isLessThan(MOST_BYTES_OF_A_QUERY);
  }

  @Test
  void manyStatementsInOneJob() {
    planner.execute(
        "CREATE TABLE many (k STRING, v INT) WITH ('connector' = 'planned')",
        "CREATE TABLE counts (k STRING, c BIGINT) WITH ('connector' = 'blackhole')");
    StatementSet statements = planner.tables().createStatementSet();
    for (int number = 0; number < INSERTS; number++) {
      statements.addInsertSql(
          ("INSERT INTO counts SELECT /*+ TRILINK('exchange'='local-merge') */ k, COUNT(*)"
                  + " FROM many WHERE v > %d GROUP BY k")
              .formatted(number));
    }

    String plan = statements.explain();

    String physical =
        plan.substring(
            plan.indexOf("== Optimized Physical Plan =="),
            plan.indexOf("== Optimized Execution Plan =="));
    assertThat(physical.split("LocalMerge\\(", -1)).hasSize(INSERTS + 1);
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
