/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.trilink.launcher.local.Engine;
import org.trilink.planner.Trilink;

/**
 * The plan that the planner makes of a query with a hint, as EXPLAIN tells it.
 *
 * @param outcomes from the top of the plan, one for each operator: "accepted: NODE", "refused:
 *     REASON" or "no effect: REASON"
 */
record HintedPlan(List<String> outcomes) {

  private static final String ACCEPTED = "accepted: ";
  private static final String PHYSICAL = "== Optimized Physical Plan ==";
  private static final String EXECUTION = "== Optimized Execution Plan ==";
  private static final Pattern NODE =
      Pattern.compile("^[ :|+-]*(?<node>\\w+)\\(.*trilink=\\[(?<text>.*)\\]\\)$");

  /** "partition=auto refused: REASON". */
  private static final Pattern REFUSED = Pattern.compile("[\\w.=-]+ refused: ");

  /** "TRILINK(partition=auto) on SELECT has no effect on the placement of keys: REASON". */
  private static final Pattern NO_EFFECT =
      Pattern.compile("TRILINK\\([^)]*\\) on SELECT has no effect[\\w ]*: ");

  /** One for all, as it takes longer to make one than to plan a query. */
  private static final StreamTableEnvironment TABLES = tables();

  private static StreamTableEnvironment tables() {
    return tables(Engine.TRILINK);
  }

  private static StreamTableEnvironment tables(Engine engine) {
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(
            StreamExecutionEnvironment.createLocalEnvironment(NexmarkInput.PARTS));
    if (engine == Engine.TRILINK) {
      Trilink.install(tables);
    }
    NexmarkQuery.definitions(NexmarkInput.inOrder(2)).forEach(tables::executeSql);
    return tables;
  }

  /** The text of EXPLAIN for a query without a hint, in an environment of its own. */
  static String explain(NexmarkQuery query, Engine engine) {
    return tables(engine).explainSql(query.over(NexmarkInput.inOrder(2)).sql());
  }

  static HintedPlan of(NexmarkQuery query, NexmarkHint hint) {
    String explained = TABLES.explainSql(query.sql(hint));
    return new HintedPlan(
        explained
            .substring(explained.indexOf(PHYSICAL), explained.indexOf(EXECUTION))
            .lines()
            .map(NODE::matcher)
            .filter(Matcher::matches)
            .filter(node -> !node.group("node").equals("ObjectReuse")) // needs no hint
            .map(HintedPlan::outcome)
            .toList());
  }

  private static String outcome(Matcher node) {
    if (!node.group("node").equals("HintReport")) {
      return ACCEPTED + node.group("node");
    }
    String text = REFUSED.matcher(node.group("text")).replaceAll("refused: ");
    return NO_EFFECT.matcher(text).replaceAll("no effect: ");
  }

  /** Whether it differs from stock Flink's. */
  boolean isRewritten() {
    return outcomes.stream().anyMatch(outcome -> outcome.startsWith(ACCEPTED));
  }
}
