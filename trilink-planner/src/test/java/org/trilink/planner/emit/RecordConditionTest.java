/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.emit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** The conditions that {@code local-merge.emit.when} allows, and the errors for everything else. */
class RecordConditionTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static String sql(String condition) {
    return """
        SELECT /*+ TRILINK('exchange'='local-merge', 'local-merge.emit'='punctuated',
          'local-merge.emit.when'='%s') */ k, COUNT(*), SUM(v)
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end"""
        .formatted(condition.replace("'", "''"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v IN (1, 2, 3)",
        "v NOT IN (1, 2) AND k IN ('a', 'it''s')",
        "NOT (`v` IN (1, NULL) OR v > 7)",
        "CASE WHEN k IN ('a') THEN v IN (4, 5) ELSE FALSE END",
        "CAST(v AS STRING) IN ('1', '2')",
        "ABS(v) IN (1, v + 1)",
        "LOCALTIMESTAMP > ts",
        "ts > TIMESTAMP '2024-01-01 00:00:00'",
        "CURRENT_TIMESTAMP > CAST(ts AS TIMESTAMP_LTZ(3))",
        "NOW() > CAST(ts AS TIMESTAMP_LTZ(3))"
      })
  void conditionsThatWork(String condition) {
    String plan = planner.plan(sql(condition));

    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(plan).contains("LocalMerge");
  }

  /** The hint of a second statement is still there when the first one's condition is parsed. */
  @Test
  void ofSeveralStatements() {
    planner.execute(
        "CREATE TABLE sums (k STRING, n BIGINT, v INT) WITH ('connector' = 'blackhole')");
    String insert = "INSERT INTO sums " + sql("v = 1");

    assertThat(planner.plan(planner.statements(insert, insert.replace("SUM(v)", "MAX(v)"))))
        .contains("LocalMerge");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v = 1                    | v = 1",
        "v IN (1)                 | (^v^ = 1)",
        "v NOT IN (1, NULL)       | (NOT ((^v^ = 1) OR (^v^ = NULL)))",
        "k IN ('a', 'it''s') OR v > 1 AND w | (((^k^ = 'a') OR (^k^ = 'it''s')) OR ((^v^ > 1) AND ^w^))",
        "(a, b) IN ((1, 2), (3, 4)) | (((ROW(^a^, ^b^)) = (ROW(1, 2))) OR ((ROW(^a^, ^b^)) = (ROW(3, 4))))"
      })
  void listsAreComparisons(String condition, String converted) {
    assertThat(ConditionSyntax.convertible(condition).accepted().replaceAll("\\s+", " "))
        .isEqualTo(converted.replace('^', '`'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v IN (SELECT 1)                        | a sub-query reads more than the record; list the"
            + " values, as in v IN (1, 2, 3)",
        "EXISTS (SELECT 1)                      | a sub-query reads more than the record; list the"
            + " values, as in v IN (1, 2, 3)",
        "v = (SELECT MAX(v) FROM t)             | a sub-query reads more than the record; list the"
            + " values, as in v IN (1, 2, 3)",
        "PROCTIME() > ts            | a processing time attribute has no value here; use CURRENT_TIMESTAMP or LOCALTIMESTAMP",
        "PROCTIME() > CAST(ts AS TIMESTAMP_LTZ(3)) | a processing time attribute has no value here; use CURRENT_TIMESTAMP or LOCALTIMESTAMP",
        "v >                        | Encountered \"> <EOF>\" at line 1, column 3",
        "v IN ()                    | Encountered \")\" at line 1, column 7",
        "v IN ('a')                 | implicit type conversion between INTEGER and CHAR is not supported now",
        "w IN (1)                   | Unknown identifier 'w'",
        "k IN ('a')  OR v           | Cannot apply 'OR' to arguments of type",
        "v + 1                      | it is not a condition on a single record"
      })
  void othersAreRefusedWithTheirReason(String condition, String reason) {
    assertThat(planner.error(sql(condition)))
        .startsWith(
            "TRILINK hint: option 'local-merge.emit.when' cannot be '" + condition + "': " + reason)
        .endsWith("a column of a table is among them only if the query uses it.");
  }
}
