/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** The tables to which a hint on decoding applies, and the reports where it has no effect. */
class DecodeHintsTest {

  private static final String STOCK = "/*+ TRILINK('decode'='stock') */";
  private static final String PROJECTED = "/*+ TRILINK('decode'='projected') */";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              """
              CREATE TABLE bid (id BIGINT, name STRING) WITH ('connector' = 'kafka',
              'topic' = 'bid', 'properties.bootstrap.servers' = 'nobody.is.asked:1',
              'scan.startup.mode' = 'earliest-offset', 'format' = 'json')""",
              """
              CREATE TABLE lines (name STRING) WITH ('connector' = 'kafka',
              'topic' = 'lines', 'properties.bootstrap.servers' = 'nobody.is.asked:1',
              'scan.startup.mode' = 'earliest-offset', 'format' = 'raw')""");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT %s * FROM bid",
        "SELECT %s id FROM bid WHERE id > 3",
        "SELECT id FROM bid %s",
        "SELECT %s id FROM (SELECT id FROM bid)",
        "SELECT id FROM (SELECT %s id, name FROM bid) WHERE name > 'a'",
        "SELECT COUNT(*) FROM (SELECT %s id, name FROM bid) GROUP BY name",
        "SELECT %s COUNT(*) FROM bid GROUP BY name",
        "SELECT %s t.k FROM bid JOIN t ON bid.name = t.k",
        "SELECT k FROM t WHERE EXISTS (SELECT %s 1 FROM bid WHERE bid.name = t.k)",
      })
  void aQuerysAndATablesHint(String sql) {
    String plan = planner.plan(sql.formatted(STOCK));

    assertThat(plan).doesNotContain("Decode(");
    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(planner.plan(sql.formatted(""))).contains("Decode(trilink=[decode=projected (def");
  }

  @Test
  void anInnerQuerysBeforeAnOuterOnes() {
    assertThat(
            planner.plan(
                "SELECT %s COUNT(*) FROM (SELECT %s id, name FROM bid) GROUP BY name"
                    .formatted(STOCK, PROJECTED)))
        .contains("Decode(trilink=[decode=projected (query hint): name])");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT %s k FROM t | SELECT | table t is not read by the connector 'kafka'",
        "SELECT k FROM t %s | table t | table t is not read by the connector 'kafka'",
        "SELECT %s k, COUNT(*) FROM t GROUP BY k | SELECT | table t is not read by the connector"
            + " 'kafka'",
        "SELECT %s name FROM lines | SELECT | table lines is in the format 'raw'; only the formats"
            + " 'json', 'csv' and 'avro' support the decoding of single columns",
        "SELECT %s name FROM lines, t | SELECT | table lines is in the format 'raw'; only the"
            + " formats 'json', 'csv' and 'avro' support the decoding of single columns, and table t is not read by"
            + " the connector 'kafka'",
      })
  void noEffectWhereFlinkDecodesAnyway(String sql, String place, String reason) {
    String advice =
        "TRILINK(decode=stock) on %s has no effect: Flink decodes the messages anyway, because %s"
            .formatted(place, reason);

    assertThat(TestPlanner.advice(planner.plan(sql.formatted(STOCK)))).containsExactly(advice);
    planner.set("table.optimizer.trilink.strict", "true");
    assertThat(planner.error(sql.formatted(STOCK)))
        .isEqualTo("TRILINK hint: " + advice + ". It is an error because 'strict' is 'true'.");
  }

  @Test
  void theSessionsIsSeenAtTheTablesThatItIsFor() {
    planner.set("table.optimizer.trilink.decode", "stock");
    String plan = planner.plan("SELECT id, k FROM bid JOIN t ON name = k");

    assertThat(plan).containsOnlyOnce("hints=[[[TRILINK options:{decode=stock}]]]");
    assertThat(plan.lines().filter(line -> line.contains("hints=")))
        .allMatch(line -> line.contains("bid"));
    assertThat(planner.plan("SELECT id FROM bid " + PROJECTED))
        .contains("Decode(trilink=[decode=projected (table hint): id])")
        .doesNotContain("hints=");
  }

  @Test
  void noEffectWithoutATable() {
    assertThat(
            TestPlanner.advice(
                planner.plan("SELECT %s k FROM (VALUES ('a')) AS v (k)".formatted(STOCK))))
        .containsExactly(
            "TRILINK(decode=stock) on SELECT has no effect: it applies to no table whose rows are"
                + " decoded; write it behind the table in FROM");
  }
}
