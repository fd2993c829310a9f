/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlExplainLevel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.aheadkeyby.AheadKeyByTopics;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.OperatorAdvisor;
import org.trilink.planner.flink.PlanText;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.HintSecrets;
import org.trilink.planner.placement.JobSettings;
import org.trilink.planner.testing.TestPlanner;

/** Tests which rule fires for which operator, and that none fires without a hint. */
class TrilinkRulesTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static final String WINDOWS =
      "TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))";
  private static final String WINDOWED_GROUPS =
      "SELECT k, COUNT(*) FROM " + WINDOWS + " GROUP BY k, window_start, window_end";

  private static final Map<String, String> QUERIES =
      Map.of(
          "window TVF",
          WINDOWED_GROUPS,
          "window TVF in one phase",
          WINDOWED_GROUPS,
          "legacy window",
          "SELECT k, COUNT(*) FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)",
          "GROUP BY",
          "SELECT k, COUNT(*) FROM t GROUP BY k",
          "OVER",
          "SELECT k, COUNT(*) OVER (PARTITION BY k ORDER BY ts) FROM t",
          "MATCH_RECOGNIZE",
          "SELECT k, v FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.v AS v"
              + " PATTERN (A B) DEFINE B AS B.v > A.v)",
          "window Top-N",
          "SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end"
              + " ORDER BY v DESC) AS r FROM "
              + WINDOWS
              + ") WHERE r <= 3",
          "window join",
          "SELECT a.k FROM (SELECT * FROM "
              + WINDOWS
              + ") a JOIN (SELECT * FROM "
              + WINDOWS
              + ") b ON a.k = b.k AND a.window_start = b.window_start"
              + " AND a.window_end = b.window_end",
          "interval join",
          "SELECT a.k FROM t a JOIN t b ON a.k = b.k"
              + " AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '5' SECOND",
          "temporal join",
          "SELECT t.k, x FROM t JOIN versions FOR SYSTEM_TIME AS OF t.ts ON t.k = versions.k");

  @BeforeAll
  static void createVersions() {
    planner.execute(
        "CREATE TABLE versions (k STRING, x INT, ts TIMESTAMP(3), PRIMARY KEY (k) NOT ENFORCED,"
            + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen')");
  }

  private static Stream<RelOptRule> rules() {
    List<RelOptRule> rules = new ArrayList<>();
    TrilinkRules.PHYSICAL.forEach(rules::add);
    return rules.stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void doesNotFireWithoutARequest(RelOptRule rule) {
    for (String query : QUERIES.keySet()) {
      assertThat(fires(rule, plan(query))).as(query).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "window TVF              | ReplaceTwoPhasesByOne:StreamPhysicalGlobalWindowAggregate",
        "window TVF in one phase | ReplaceWithKeyWatermark:StreamPhysicalWindowAggregate",
        "legacy window           | ReplaceWithKeyWatermark:StreamPhysicalGroupWindowAggregate",
        "GROUP BY                |",
        "OVER                    | ReplaceWithKeyWatermark:StreamPhysicalOverAggregate",
        "MATCH_RECOGNIZE         | ReplaceWithKeyWatermark:StreamPhysicalMatch",
        "window Top-N            | ReplaceWithKeyWatermark:StreamPhysicalWindowRank",
        "window join             | ReplaceWithKeyWatermark:StreamPhysicalWindowJoin",
        "interval join           | ReplaceWithKeyWatermark:StreamPhysicalIntervalJoin",
        "temporal join           | ReplaceWithKeyWatermark:StreamPhysicalTemporalJoin"
      })
  void oneFiresOnARequestOfKeyLevelWatermarks(String query, String rule) {
    assertThat(firing(query, Map.of("watermark", "key"))).isEqualTo(rule);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "window TVF              | ReplaceTwoPhasesByOne:StreamPhysicalGlobalWindowAggregate",
        "window TVF in one phase | InsertLocalMerge:StreamPhysicalWindowAggregate",
        "legacy window           | InsertLocalMerge:StreamPhysicalGroupWindowAggregate",
        "GROUP BY                | InsertLocalMerge:StreamPhysicalGroupAggregate",
        "OVER                    |",
        "MATCH_RECOGNIZE         |",
        "window Top-N            |",
        "window join             |",
        "interval join           |",
        "temporal join           |"
      })
  void oneFiresOnARequestOfLocalMerge(String query, String rule) {
    assertThat(firing(query, Map.of("exchange", "local-merge"))).isEqualTo(rule);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "window TVF              | ReplaceTwoPhasesByOne:StreamPhysicalGlobalWindowAggregate",
        "window TVF in one phase | ReplaceWithGlobalMerge:StreamPhysicalWindowAggregate",
        "legacy window           | ReplaceWithGlobalMerge:StreamPhysicalGroupWindowAggregate",
        "GROUP BY                | ReplaceWithGlobalMerge:StreamPhysicalGroupAggregate",
        "OVER                    |"
      })
  void oneFiresOnARequestOfGlobalMerge(String query, String rule) {
    assertThat(
            firing(
                query,
                Map.of("exchange", "global-merge", "global-merge.store", "redis://localhost:6379")))
        .isEqualTo(rule);
  }

  /** The name of the rule that fires; null if none does. */
  private static String firing(String query, Map<String, String> hint) {
    RelNode decided = decide(plan(query), hint);
    List<String> firing =
        rules().filter(rule -> fires(rule, decided)).map(RelOptRule::toString).toList();
    assertThat(firing).hasSizeLessThan(2);
    return firing.isEmpty() ? null : firing.get(0);
  }

  /** Flink's plan: neither query nor session have options. */
  private static RelNode plan(String query) {
    boolean onePhase = query.endsWith("in one phase");
    planner.set("table.optimizer.agg-phase-strategy", onePhase ? "ONE_PHASE" : "AUTO");
    return planner.optimize(QUERIES.get(query));
  }

  private static RelNode decide(RelNode plan, Map<String, String> hint) {
    HintScope scope =
        new HintScope(new HintScope.SharedPlans(), new HintSecrets(), OperatorAdvisor.NONE);
    JobSettings job =
        new JobSettings(planner.tables().getConfig().getConfiguration(), planner.streams());
    return new DecideRewrites(scope, new AheadKeyByTopics(), HintOptions.parse(hint), job)
        .decide(plan, Collections.emptySet());
  }

  private static boolean fires(RelOptRule rule, RelNode plan) {
    HepPlanner hep =
        new HepPlanner(
            new HepProgramBuilder().addRuleInstance(rule).build(),
            plan.getCluster().getPlanner().getContext());
    hep.setRoot(plan);
    return !text(hep.findBestExp()).equals(text(plan));
  }

  private static String text(RelNode plan) {
    return PlanText.of(plan, SqlExplainLevel.DIGEST_ATTRIBUTES);
  }
}
