/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** Hints of Flink's own in a statement with Trilink's. */
class StockHintsTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE u (k STRING, v INT) WITH ('connector' = 'datagen')",
              "CREATE TABLE e (k STRING, pt AS PROCTIME()) WITH ('connector' = 'planned')",
              "CREATE TABLE d (k STRING, name STRING) WITH ('connector' = 'planned')",
              "CREATE TABLE counts (k STRING, c BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH"
                  + " ('connector' = 'blackhole')");

  @ParameterizedTest
  @ValueSource(strings = {"STATE_TTL('t'='1 d')", "BROADCAST(t)", "LOOKUP('table'='t')"})
  void standBesideTrilinks(String hint) {
    String plan =
        planner.plan(
            "SELECT /*+ %s, TRILINK('partition'='hash') */ k, COUNT(*) FROM t GROUP BY k"
                .formatted(hint));

    assertThat(TestPlanner.keyPlacements(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void stateTtlOfAJoin() {
    assertThat(
            compiled(
                "SELECT /*+ STATE_TTL('t'='1 d', 'u'='2 d'), TRILINK('partition'='least-key') */"
                    + " t.k, CAST(t.v AS BIGINT) FROM t JOIN u ON t.k = u.k"))
        .contains("StreamExecKeyPlacement", "\"ttl\" : \"1 d\"", "\"ttl\" : \"2 d\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'partition'='least-key' | \"ttl\" : \"1 d\"",
        "'exchange'='local-merge' | \"stateTtlMillis\" : 86400000",
      })
  void stateTtlOfAGroupBy(String option, String inThePlan) {
    assertThat(
            compiled(
                "SELECT /*+ STATE_TTL('t'='1 d'), TRILINK(%s, 'strict'='true') */ k, COUNT(*)"
                        .formatted(option)
                    + " FROM t GROUP BY k"))
        .contains(inThePlan);
  }

  @Test
  void theStoreOfAGlobalMergeForgetsNoKey() {
    String plan =
        planner.plan(
            "INSERT INTO counts SELECT /*+ STATE_TTL('t'='1 d'), TRILINK('exchange'='global-merge',"
                + " 'global-merge.store'='redis://localhost:1') */ k, COUNT(*) FROM t GROUP BY k");

    assertThat(TestPlanner.advice(plan).get(0))
        .contains("STATE_TTL would have no effect, as the store forgets no key");
  }

  @Test
  void retriesOfALookup() {
    String plan =
        planner.plan(
            """
            SELECT /*+ LOOKUP('table'='d', 'retry-predicate'='lookup_miss',
                'retry-strategy'='fixed_delay', 'fixed-delay'='1s', 'max-attempts'='3'),
              TRILINK('partition'='least-key') */ e.k, COUNT(*)
            FROM e JOIN d FOR SYSTEM_TIME AS OF e.pt ON e.k = d.k GROUP BY e.k""");

    assertThat(TestPlanner.keyPlacements(plan)).hasSize(1);
    assertThat(plan).contains("retry=[lookup_miss, FIXED_DELAY, 1000ms, 3]");
  }

  @Test
  void theWayOfAJoin() {
    String join =
        "SELECT /*+ %s, TRILINK('partition'='least-key') */ k, COUNT(*) FROM t"
            + " WHERE EXISTS (SELECT /*+ STATE_TTL('u'='2 d') */ 1 FROM u WHERE u.k = t.k) GROUP BY k";
    String plan = planner.plan(join.formatted("STATE_TTL('t'='1 d')"));

    assertThat(TestPlanner.keyPlacements(plan)).isNotEmpty();
    assertThat(planner.error(join.formatted("STATE_TTL('nowhere'='1 d')"))).contains("nowhere");
  }

  private static String compiled(String query) {
    return planner.tables().compilePlanSql("INSERT INTO counts " + query).asJsonString();
  }
}
