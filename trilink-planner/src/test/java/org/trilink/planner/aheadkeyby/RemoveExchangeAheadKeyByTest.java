/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.functions.sink.DiscardingSink;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.SensorQueries;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.testing.KafkaTopic;

/**
 * The plans of {@link RemoveExchangeAheadKeyBy}. The planner asks a broker for the topics'
 * partitions; no job runs.
 */
class RemoveExchangeAheadKeyByTest {

  private static final String HINT = "/*+ TRILINK('exchange'='ahead-keyby') */";
  private static final String TUMBLE =
      """
      SELECT %s k, window_start, COUNT(*) AS c
      FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY k, window_start, window_end""";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  private static KafkaTopic two;
  private static KafkaTopic three;

  @BeforeAll
  static void createTopics() throws Exception {
    two = KafkaTopic.create(2);
    three = KafkaTopic.create(3);
  }

  /** With tables t and u of two partitions each, and w of three. */
  private static KafkaSqlJob job() {
    return new KafkaSqlJob()
        .define(Readings.table("t", two))
        .define(Readings.table("u", two))
        .define(Readings.table("w", three));
  }

  private static void assertNoExchange(String name, String sql) {
    String plan = job().explain(sql);

    assertThat(plan).contains("AheadKeyBy(").doesNotContain("Exchange(");
    assertThat(TestPlanner.advice(plan)).isEmpty();
    golden.assertPlan(name, sql, plan);
  }

  @Test
  void groupBy() {
    assertNoExchange("group by", "SELECT " + HINT + " k, COUNT(*) AS c FROM t GROUP BY k");
  }

  /** In Flink's plan the aggregate has two phases. */
  @Test
  void tumble() {
    assertNoExchange("tumble", TUMBLE.formatted(HINT));
  }

  @Test
  void tumbleUnderKeysWatermarks() {
    assertNoExchange(
        "tumble under keys' watermarks",
        TUMBLE.formatted("/*+ TRILINK('exchange'='ahead-keyby', 'watermark'='key') */"));
  }

  @Test
  void joinOfTwoTables() {
    assertNoExchange(
        "join of two tables", "SELECT " + HINT + " t.k, t.v, u.v FROM t JOIN u ON t.k = u.k");
  }

  @Test
  void tablesOfDifferentPartitionsAreExchanged() {
    String plan = job().explain("SELECT " + HINT + " t.k, t.v FROM t JOIN w ON t.k = w.k");

    assertThat(plan).doesNotContain("AheadKeyBy").contains("Exchange(");
    assertThat(TestPlanner.advice(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan).get(0))
        .startsWith("exchange=ahead-keyby refused: t has 2 partitions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"group by", "tumble", "legacy tumble", "over", "deduplicate", "match"})
  void sourceAndOperatorAreOneChain(String query) {
    KafkaSqlJob job = job().withParallelism(2);
    StreamTableEnvironment tables = job.tables();
    tables
        .toChangelogStream(
            tables.sqlQuery(SensorQueries.sql(query, "'exchange'='ahead-keyby', 'strict'='true'")))
        .addSink(new DiscardingSink<>());
    JobGraph graph = job.environment().getStreamGraph().getJobGraph();

    assertThat(graph.getNumberOfVertices()).isEqualTo(1);
    JobVertex chain = graph.getVertices().iterator().next();
    assertThat(chain.getInputs()).isEmpty();
    assertThat(chain.getMaxParallelism()).isEqualTo(720);
    assertThat(chain.getName()).startsWith("Source: ").contains("-> Sink: ");
  }
}
