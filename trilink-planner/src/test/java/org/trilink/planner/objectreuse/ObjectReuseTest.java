/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.objectreuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.FirstLetter;
import org.trilink.planner.testing.Initial;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.operator.UncopiedRowSerializer;

/**
 * The operators that receive the rows of the previous operator in their chain uncopied, and those
 * that receive copies.
 */
class ObjectReuseTest {

  private static final String NOT_COPIED = "rows are not copied";
  private static final Pattern DECISION = Pattern.compile("\\bObjectReuse\\(trilink=\\[(.*)]\\)");
  private static final String MERGED =
      "SELECT /*+ TRILINK('exchange'='local-merge') */ %s, COUNT(*) AS c FROM %s GROUP BY %s";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE p (k STRING, v INT, b BYTES) WITH ('connector' = 'planned')",
              "CREATE TABLE names (k STRING PRIMARY KEY NOT ENFORCED, name STRING)"
                  + " WITH ('connector' = 'planned')",
              "CREATE TABLE unkept (k STRING PRIMARY KEY NOT ENFORCED, name STRING)"
                  + " WITH ('connector' = 'planned', 'keeps-no-keys' = 'true')",
              "CREATE TABLE timed (k STRING, p AS PROCTIME()) WITH ('connector' = 'planned')",
              "CREATE FUNCTION first_letter AS '" + FirstLetter.class.getName() + "'",
              "CREATE FUNCTION letter AS '" + Initial.class.getName() + "'");

  /** The session's setting stays in the environment. */
  @AfterEach
  void copyAgain() {
    planner.streams().getConfig().disableObjectReuse();
  }

  @Test
  void allOfAChainAreHandedRowsThemselves() {
    assertThat(decisions(planner.plan(MERGED.formatted("k", "t", "k"))))
        .containsExactly(NOT_COPIED, NOT_COPIED, NOT_COPIED);
    assertThat(uncopied(graph(MERGED.formatted("k", "t", "k"))))
        .containsExactlyInAnyOrder("LocalMerge", "Calc", "WatermarkAssigner");
  }

  @Test
  void stockPlansStayAsTheyAre() {
    String stock = "SELECT k, COUNT(*) AS c FROM t GROUP BY k";

    assertThat(decisions(planner.plan(stock))).isEmpty();
    assertThat(uncopied(graph(stock))).isEmpty();
  }

  @Test
  void aJobThatReusesAllObjectsNeedsNoMore() {
    planner.set("pipeline.object-reuse", "true");
    String sql = MERGED.formatted("k", "p", "k");

    assertThat(decisions(planner.plan(sql)))
        .containsExactly(
            NOT_COPIED + " (pipeline.object-reuse)", NOT_COPIED + " (pipeline.object-reuse)");
    assertThat(uncopied(graph(sql))).isEmpty();
  }

  @Test
  void aFunctionThatMayKeepPartsOfRowsGetsCopies() {
    String sql = MERGED.formatted("first_letter(k)", "p", "first_letter(k)");

    assertThat(decisions(planner.plan(sql)))
        .containsExactly(
            NOT_COPIED,
            "rows are copied: the function first_letter may keep or change its arguments");
    assertThat(uncopied(graph(sql))).containsExactly("LocalMerge");
  }

  @Test
  void aFunctionInAConditionOfTheMergeGetsCopies() {
    String sql =
        MERGED
            .formatted("k", "p", "k")
            .replace(
                "'local-merge'",
                "'local-merge', 'local-merge.emit'='punctuated',"
                    + " 'local-merge.emit.when'='first_letter(k) = ''x'''");

    assertThat(decisions(planner.plan(sql)))
        .containsExactly(
            "rows are copied: the function first_letter may keep or change its arguments",
            NOT_COPIED);
  }

  @Test
  void aFunctionOfValuesKeepsNothing() {
    String sql = MERGED.formatted("letter(k, k)", "p", "letter(k, k)");

    assertThat(decisions(planner.plan(sql))).containsExactly(NOT_COPIED, NOT_COPIED);
  }

  @Test
  void aggregatesOfBytesGetCopies() {
    String sql = "SELECT /*+ TRILINK('exchange'='local-merge') */ k, COUNT(b) FROM p GROUP BY k";

    assertThat(decisions(planner.plan(sql)))
        .first()
        .isEqualTo("rows are copied: an aggregate may keep the bytes of column 'b'");
  }

  @Test
  void aLookUpGetsCopies() {
    String sql =
        MERGED.formatted(
            "name", "timed JOIN names FOR SYSTEM_TIME AS OF timed.p ON timed.k = names.k", "name");

    assertThat(decisions(planner.plan(sql)))
        .contains("rows are copied: the next operator may keep references to them");
    assertThat(uncopied(graph(sql))).isNotEmpty().doesNotContain("LookupJoin");
  }

  @Test
  void aLookUpThatKeepsNoKeysGetsRowsThemselves() {
    String join = "timed LEFT JOIN unkept FOR SYSTEM_TIME AS OF timed.p ON timed.k = unkept.k";
    String sql = MERGED.formatted("name", join, "name");

    assertThat(decisions(planner.plan(sql))).isNotEmpty().containsOnly(NOT_COPIED);
    assertThat(uncopied(graph(sql))).contains("LookupJoin");
    assertThat(
            decisions(
                planner.plan(
                    MERGED.formatted("name", join + " AND first_letter(name) = 'x'", "name"))))
        .contains("rows are copied: the function first_letter may keep or change its arguments");
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void otherReceiversOfTheSameRowsGetCopies(boolean hintedFirst) {
    String hinted = "INSERT INTO s " + MERGED.formatted("k", "t", "k");
    String stock = "INSERT INTO s SELECT k, CAST(v AS BIGINT) AS c FROM t";
    StreamStatementSet statements = planner.tables().createStatementSet();
    statements.addInsertSql(hintedFirst ? hinted : stock);
    statements.addInsertSql(hintedFirst ? stock : hinted);
    statements.attachAsDataStream();
    StreamGraph graph = planner.streams().getStreamGraph();

    StreamNode source =
        graph.getStreamNodes().stream()
            .filter(node -> node.getInEdges().isEmpty())
            .findFirst()
            .get();
    List<Boolean> areUncopied =
        source.getOutEdges().stream()
            .map(StreamEdge::getTargetId)
            .map(graph::getStreamNode)
            .map(ObjectReuseTest::isUncopied)
            .collect(Collectors.toList());
    assertThat(graph.getSourceIDs()).hasSize(1);
    assertThat(areUncopied).containsExactlyInAnyOrder(true, false);
  }

  /** Rows of the watermark assigner go to the local merge and to the join. */
  @Test
  void equalPartsOfAPlanStillRunOnce() {
    String sql =
        "SELECT t.k FROM t JOIN (%s) AS m ON t.v = m.c".formatted(MERGED.formatted("k", "t", "k"));

    assertThat(graph(sql).getStreamNodes())
        .extracting(ObjectReuseTest::kind)
        .contains("LocalMerge")
        .containsOnlyOnce("WatermarkAssigner");
  }

  /** The ids by which state in a savepoint is assigned to operators. */
  @Test
  void operatorsHaveTheSameIds() {
    String sql = MERGED.formatted("k", "t", "k");
    List<String> uncopied = operatorIds(graph(sql));
    planner.set("pipeline.object-reuse", "true");

    assertThat(operatorIds(graph(sql))).isNotEmpty().isEqualTo(uncopied);
  }

  private static List<String> operatorIds(StreamGraph graph) {
    return graph.getJobGraph().getVerticesSortedTopologicallyFromSources().stream()
        .flatMap(vertex -> vertex.getOperatorIDs().stream())
        .map(id -> id.getGeneratedOperatorID().toString())
        .collect(Collectors.toList());
  }

  private static List<String> decisions(String plan) {
    return plan.lines()
        .map(DECISION::matcher)
        .filter(found -> found.find())
        .map(found -> found.group(1))
        .collect(Collectors.toList());
  }

  private static StreamGraph graph(String sql) {
    planner.tables().toChangelogStream(planner.tables().sqlQuery(sql)).print();
    return planner.streams().getStreamGraph();
  }

  /** The operators that receive uncopied rows. */
  private static List<String> uncopied(StreamGraph graph) {
    return graph.getStreamNodes().stream()
        .filter(ObjectReuseTest::isUncopied)
        .map(ObjectReuseTest::kind)
        .collect(Collectors.toList());
  }

  /** The operator's name without what it does, or its number in the plan. */
  private static String kind(StreamNode node) {
    return node.getOperatorName().replaceFirst("\\(.*|\\[\\d+]$", "");
  }

  private static boolean isUncopied(StreamNode node) {
    return node.getTypeSerializersIn().length == 1
        && node.getTypeSerializersIn()[0] instanceof UncopiedRowSerializer;
  }
}
