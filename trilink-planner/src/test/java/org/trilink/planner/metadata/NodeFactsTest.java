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
              "CREATE TABLE p (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'datagen')",
              "CREATE TABLE arrays (k STRING, vs ARRAY<INT>) WITH ('connector' = 'datagen')",
              "CREATE TABLE kept (k STRING, v INT) WITH ('connector' = 'planned')",
              "CREATE TABLE changes (k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED)"
                  + " WITH ('connector' = 'planned', 'updates' = 'true')",
              "CREATE TABLE versions (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts,"
                  + " PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',"
                  + " 'topic' = 'versions', 'properties.bootstrap.servers' = 'localhost:1',"
                  + " 'key.format' = 'json', 'value.format' = 'json')",
              "CREATE TABLE latest (k STRING PRIMARY KEY NOT ENFORCED, v INT)"
                  + " WITH ('connector' = 'blackhole')",
              "CREATE TABLE files (k STRING, d STRING) PARTITIONED BY (d) WITH ('connector' ="
                  + " 'filesystem', 'path' = 'file:///days', 'format' = 'json',"
                  + " 'sink.partition-commit.policy.kind' = 'success-file',"
                  + " 'sink.partition-commit.trigger' = 'partition-time')");

  private static final String WINDOWS =
      "TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))";

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
          Calc                     | SELECT UPPER(k) FROM p                                                                                                                 | FORWARDED  | false
          Expand                   | SELECT k, v, COUNT(*) FROM t GROUP BY GROUPING SETS ((k), (v))                                                                         | FORWARDED  | false
          Correlate                | SELECT a FROM arrays, UNNEST(vs) AS u (a)                                                                                              | FORWARDED  | false
          LookupJoin               | SELECT p.v FROM p JOIN kept FOR SYSTEM_TIME AS OF p.pt ON p.k = kept.k                                                                 | FORWARDED  | false
          DropUpdateBefore         | INSERT INTO latest SELECT k, v FROM changes                                                                                            | FORWARDED  | false
          WatermarkAssigner        | SELECT v FROM t                                                                                                                        | FORWARDED  | false
          Exchange                 | SELECT COUNT(*) FROM t GROUP BY k                                                                                                      | FORWARDED  | false
          ChangelogNormalize       | SELECT v FROM versions                                                                                                                 | DECISIVE   | false
          LocalWindowAggregate     | SELECT MAX(v) FROM <windows> GROUP BY k, window_start, window_end                                                                      | FORWARDED  | true
          WindowAggregate          | SELECT LAST_VALUE(v) FROM <windows> GROUP BY k, window_start, window_end                                                               | DECISIVE   | true
          WindowAggregate          | SELECT MAX(v) FROM TABLE(TUMBLE(TABLE p, DESCRIPTOR(pt), INTERVAL '1' MINUTE)) GROUP BY k, window_start, window_end                    | IRRELEVANT | false
          GroupWindowAggregate     | SELECT MIN(v) FROM p GROUP BY k, TUMBLE(pt, INTERVAL '1' MINUTE)                                                                       | IRRELEVANT | false
          Sort                     | SELECT * FROM t ORDER BY v                                                                                                             | IRRELEVANT | false
          WindowJoin               | SELECT a.v FROM (SELECT * FROM <windows>) a JOIN (SELECT * FROM <windows>) b ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end | IRRELEVANT | true
          IntervalJoin             | SELECT a.v FROM p a JOIN p b ON a.k = b.k AND a.pt BETWEEN b.pt AND b.pt + INTERVAL '1' MINUTE                                         | FORWARDED  | false
          TemporalJoin             | SELECT t.v FROM t JOIN versions FOR SYSTEM_TIME AS OF t.ts ON t.k = versions.k                                                         | FORWARDED  | true
          Match                    | SELECT * FROM p MATCH_RECOGNIZE (PARTITION BY k ORDER BY pt MEASURES A.v AS a PATTERN (A B) DEFINE B AS B.v > 1)                       | DECISIVE   | false
          Sink                     | INSERT INTO s SELECT k, CAST(v AS BIGINT) FROM t                                                                                       | FORWARDED  | false
          Sink                     | INSERT INTO latest SELECT k, v FROM t                                                                                                  | DECISIVE   | false
          Sink                     | INSERT INTO files SELECT k, 'today' FROM t                                                                                             | FORWARDED  | true
          """)
  void ofEachNode(String name, String query, Arrival arrival, boolean needsWatermarks) {
    assertFacts(name, query.replace("<windows>", WINDOWS), arrival, needsWatermarks);
  }

  /** Asserts them for all nodes of that name, and for all of their inputs. */
  private static void assertFacts(
      String name, String query, Arrival arrival, boolean needsWatermarks) {
    RelNode plan = planner.optimize(query);
    assertThat(PlanNodes.of(name, plan))
        .as("%s in\n%s", name, plan.explain())
        .isNotEmpty()
        .allSatisfy(
            node -> {
              assertThat(node.getInputs())
                  .allSatisfy(
                      input ->
                          assertThat(NodeFacts.of(node).arrival(node, input, input))
                              .isEqualTo(arrival));
              assertThat(WatermarkNeed.isOf(node)).isEqualTo(needsWatermarks);
            });
  }

  /** The first phase of several, which the last one's calls are asked for, hands rows on. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GroupAggregate            | ONE_PHASE | IRRELEVANT | true  | SELECT k, COUNT(*) FROM p GROUP BY k
          Deduplicate               | ONE_PHASE | DECISIVE   | true  | SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt) AS n FROM p) WHERE n = 1
          ChangelogNormalize        | ONE_PHASE | DECISIVE   | true  | SELECT v FROM versions
          LocalGroupAggregate       | TWO_PHASE | FORWARDED  | true  | SELECT k, COUNT(DISTINCT v) FROM p GROUP BY k
          IncrementalGroupAggregate | TWO_PHASE | FORWARDED  | true  | SELECT k, COUNT(DISTINCT v) FROM p GROUP BY k
          GlobalGroupAggregate      | TWO_PHASE | IRRELEVANT | true  | SELECT k, COUNT(DISTINCT v) FROM p GROUP BY k
          GlobalGroupAggregate      | TWO_PHASE | DECISIVE   | true  | SELECT v, LISTAGG(k) FROM p GROUP BY v
          MiniBatchAssigner         | TWO_PHASE | FORWARDED  | false | SELECT k, COUNT(*) FROM p GROUP BY k
          """)
  void inMiniBatchesWatermarksEndThem(
      String name, String phases, Arrival arrival, boolean needsWatermarks, String query) {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "1 s");
    planner.set("table.exec.mini-batch.size", "10");
    planner.set("table.optimizer.distinct-agg.split.enabled", "true");
    planner.set("table.optimizer.agg-phase-strategy", phases);

    assertFacts(name, query, arrival, needsWatermarks);
  }
}
