/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.apache.flink.api.common.typeinfo.Types.INT;
import static org.apache.flink.api.common.typeinfo.Types.ROW_NAMED;
import static org.apache.flink.api.common.typeinfo.Types.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.Trilink;
import org.trilink.planner.testing.ResultsSink;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.SharedCluster;

/** Placed keys of a GROUP BY in mini-batches over changes. */
@Tag("slow")
class MiniBatchGroupByTest {

  private static final List<String> KEYS = List.of("a", "b", "c", "d");

  private static final Map<String, String> MINI_BATCHES =
      Map.of(
          "table.exec.mini-batch.enabled", "true",
          "table.exec.mini-batch.allow-latency", "1 h", // the end of the input comes before
          "table.exec.mini-batch.size", "1000",
          "table.optimizer.agg-phase-strategy", "ONE_PHASE");

  /**
   * Whatever the order of a bundle's keys is, it does not matter where the one without state is.
   */
  @ParameterizedTest
  @ValueSource(strings = {"'partition'='least-key'", "'partition'='hash'"})
  void aRetractionOfAnUnknownRowLosesNoOtherKey(String hint) throws Exception {
    for (String unknown : KEYS) {
      List<Row> changes =
          KEYS.stream()
              .map(key -> Row.ofKind(key.equals(unknown) ? RowKind.DELETE : RowKind.INSERT, key, 1))
              .toList();

      assertThat(sums(hint, changes))
          .as("unknown: %s", unknown)
          .containsExactlyInAnyOrderElementsOf(
              KEYS.stream()
                  .filter(key -> !key.equals(unknown))
                  .map(key -> "+I[" + key + ", 1]")
                  .toList());
    }
  }

  @Test
  void aKeyMayComeAndGoWithinABundle() throws Exception {
    List<Row> changes =
        List.of(
            Row.ofKind(RowKind.DELETE, "a", 9),
            Row.ofKind(RowKind.INSERT, "a", 1),
            Row.ofKind(RowKind.INSERT, "b", 2),
            Row.ofKind(RowKind.DELETE, "b", 2),
            Row.ofKind(RowKind.UPDATE_BEFORE, "c", 3),
            Row.ofKind(RowKind.UPDATE_AFTER, "c", 4));

    assertThat(sums("'partition'='least-key'", changes))
        .containsExactlyInAnyOrder("+I[a, 1]", "+I[c, 4]");
  }

  private static List<String> sums(String hint, List<Row> changes) throws Exception {
    String sql =
        "SELECT /*+ TRILINK(%s, 'strict'='true') */ k, SUM(v) FROM t GROUP BY k".formatted(hint);
    StreamExecutionEnvironment environment = SharedCluster.environment(1, new Configuration());
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    MINI_BATCHES.forEach(tables.getConfig().getConfiguration()::setString);
    Trilink.install(tables);
    tables.createTemporaryView(
        "t",
        tables.fromChangelogStream(
            environment.fromCollection(changes, ROW_NAMED(new String[] {"k", "v"}, STRING, INT))));
    assertThat(tables.explainSql(sql)).contains("MiniBatchAssigner");
    ResultsSink.clear();
    tables.toChangelogStream(tables.sqlQuery(sql)).addSink(new ResultsSink()).setParallelism(1);
    Await.end(environment.executeAsync(), Duration.ofMinutes(2));
    return ResultsSink.results();
  }
}
