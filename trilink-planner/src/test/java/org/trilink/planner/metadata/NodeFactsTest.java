/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

class NodeFactsTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE p (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'datagen')");

  @Test
  void everyNodeOfFlinkIsInTheTable() {
    List<Class<?>> nodes = nodesIn("org.apache.flink.table.planner.plan.nodes.physical.stream");

    assertThat(nodes).hasSizeGreaterThan(40).allMatch(NodeFacts::areKnownOf);
  }

  @Test
  void everyNodeOfTrilinkIsKnown() {
    assertThat(nodesIn("org.trilink.planner")).isNotEmpty().allMatch(NodeFacts::areKnownOf);
  }

  private static List<Class<?>> nodesIn(String inPackage) {
    return new ClassFileImporter()
        .importPackages(inPackage).stream()
            .filter(type -> type.isAssignableTo(StreamPhysicalRel.class))
            .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
            .filter(type -> !type.isAssignableTo(Unknown.class))
            .map(JavaClass::reflect)
            .collect(Collectors.toList());
  }

  /** A node that some later version of Flink, or somebody else's rule, puts into a plan. */
  private static final class Unknown extends SingleRel implements StreamPhysicalRel {

    Unknown(RelNode input) {
      super(input.getCluster(), input.getTraitSet(), input);
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
      return new Unknown(inputs.get(0));
    }

    @Override
    public boolean requireWatermark() {
      return false;
    }

    @Override
    public ExecNode<?> translateToExecNode() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void anUnknownNodeNeedsEverything() {
    RelNode operator = planner.optimize("SELECT k, COUNT(*) FROM t GROUP BY k");
    RelNode unknown = new Unknown(operator);

    assertThat(WatermarkNeed.isOf(unknown)).isTrue();
    assertThat(ArrivalOrder.neededBy(operator, Collections.singletonList(unknown)))
        .isEqualTo("Unknown, which Trilink does not know, so that their order may count there");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Calc                     | SELECT v + 1 FROM t                                                                                                                    | FORWARDED  | false
          Calc                     | SELECT CURRENT_WATERMARK(ts) FROM t                                                                                                    | FORWARDED  | true
          Union                    | SELECT k FROM t UNION ALL SELECT k FROM p                                                                                              | FORWARDED  | false
          GroupAggregate           | SELECT COUNT(*), SUM(v) FROM t GROUP BY k                                                                                              | IRRELEVANT | false
          GroupAggregate           | SELECT LAST_VALUE(v) FROM t GROUP BY k                                                                                                 | DECISIVE   | false
          GroupAggregate           | SELECT LISTAGG(k) FROM t GROUP BY v                                                                                                    | DECISIVE   | false
          GroupAggregate           | SELECT DISTINCT k FROM t                                                                                                               | FORWARDED  | false
          GroupWindowAggregate     | SELECT MIN(v) FROM t GROUP BY k, SESSION(ts, INTERVAL '1' MINUTE)                                                                      | IRRELEVANT | true
          GroupWindowAggregate     | SELECT FIRST_VALUE(v) FROM t GROUP BY k, SESSION(ts, INTERVAL '1' MINUTE)                                                              | DECISIVE   | true
          GlobalWindowAggregate    | SELECT MAX(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY k, window_start, window_end                    | IRRELEVANT | true
          WindowTableFunction      | SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))                                                              | FORWARDED  | false
          WindowRank               | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end ORDER BY v) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))) WHERE n < 3 | IRRELEVANT | true
          OverAggregate            | SELECT SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t                                                                                 | IRRELEVANT | true
          OverAggregate            | SELECT SUM(v) OVER (PARTITION BY k ORDER BY pt) FROM p                                                                                 | DECISIVE   | false
          Rank                     | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS n FROM p) WHERE n < 3                                        | IRRELEVANT | false
          Deduplicate              | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS n FROM t) WHERE n = 1                                       | IRRELEVANT | false
          Deduplicate              | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt) AS n FROM p) WHERE n = 1                                       | DECISIVE   | false
          TemporalSort             | SELECT * FROM t ORDER BY ts                                                                                                            | IRRELEVANT | true
          TemporalSort             | SELECT * FROM p ORDER BY pt                                                                                                            | DECISIVE   | false
          SortLimit                | SELECT * FROM p ORDER BY v LIMIT 3                                                                                                     | IRRELEVANT | false
          Limit                    | SELECT * FROM p LIMIT 3                                                                                                                | FORWARDED  | false
          Join                     | SELECT t.v FROM t JOIN p ON t.k = p.k                                                                                                  | FORWARDED  | false
          IntervalJoin             | SELECT a.v FROM t a JOIN t b ON a.k = b.k AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '1' MINUTE                                         | FORWARDED  | true
          Match                    | SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.v AS a PATTERN (A B) DEFINE B AS B.v > 1)                       | IRRELEVANT | true
          """)
  void ofEachNode(String name, String query, Arrival arrival, boolean needsWatermarks) {
    List<RelNode> nodes = PlanNodes.of(name, planner.optimize(query));

    assertThat(nodes)
        .isNotEmpty()
        .allSatisfy(
            node -> {
              RelNode input = node.getInput(0);
              assertThat(NodeFacts.of(node).arrival(node, input, input)).isEqualTo(arrival);
            })
        .anySatisfy(node -> assertThat(WatermarkNeed.isOf(node)).isEqualTo(needsWatermarks));
  }

  @ParameterizedTest
  @CsvSource({"GroupAggregate", "Deduplicate"})
  void inMiniBatchesWatermarksEndThem(String name) {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "1 s");
    planner.set("table.exec.mini-batch.size", "10");
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");

    List<RelNode> nodes =
        PlanNodes.of(
            name,
            planner.optimize(
                "SELECT k, COUNT(*) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt)"
                    + " AS n FROM p) WHERE n = 1 GROUP BY k"));

    assertThat(nodes)
        .isNotEmpty()
        .allSatisfy(node -> assertThat(WatermarkNeed.isOf(node)).isTrue());
  }
}
