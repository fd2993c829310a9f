/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.apache.flink.api.common.typeinfo.Types.INT;
import static org.apache.flink.api.common.typeinfo.Types.ROW_NAMED;
import static org.apache.flink.api.common.typeinfo.Types.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.planner.Trilink;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.TestPlanner;

/** The operator that turns upserts into complete changes, with placed keys. */
@Tag("slow")
class PlacedChangelogNormalizeTest {

  private static final String STRICTLY =
      "SELECT /*+ TRILINK('partition'='modulo', 'strict'='true') */ name, v FROM upserts";

  private final StreamExecutionEnvironment environment =
      StreamExecutionEnvironment.createLocalEnvironment(3);
  private final StreamTableEnvironment tables = StreamTableEnvironment.create(environment);

  PlacedChangelogNormalizeTest() {
    Trilink.install(tables);
    tables.createTemporaryView(
        "upserts",
        tables.fromChangelogStream(
            environment.fromCollection(
                upserts(), ROW_NAMED(new String[] {"v", "name"}, INT, STRING)),
            Schema.newBuilder()
                .column("v", "INT NOT NULL")
                .column("name", "STRING")
                .primaryKey("v")
                .build(),
            ChangelogMode.upsert()));
  }

  private static List<Row> upserts() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      RowKind kind = i % 7 == 6 ? RowKind.DELETE : RowKind.UPDATE_AFTER;
      rows.add(Row.ofKind(kind, i % 9 - 3, "name " + i / 9));
    }
    return rows;
  }

  @Test
  void isGovernedByTheQueryThatReadsTheTable() {
    String plan = tables.explainSql(STRICTLY);

    assertThat(plan).contains("ChangelogNormalize(key=[v])");
    assertThat(TestPlanner.keyPlacements(plan))
        .contains("partition=modulo (query hint), max-parallelism=720");
  }

  @Test
  void isGovernedByTheSession() {
    tables
        .getConfig()
        .getConfiguration()
        .setString("table.optimizer.trilink.partition", "least-key");

    assertThat(TestPlanner.keyPlacements(tables.explainSql("SELECT name, v FROM upserts")))
        .contains("partition=least-key (session), max-parallelism=720");
  }

  @Test
  void yieldsWhatFlinkYields() throws Exception {
    List<String> stock = results("SELECT name, v FROM upserts");

    assertThat(stock).hasSizeGreaterThan(5);
    assertThat(results(STRICTLY)).containsExactlyInAnyOrderElementsOf(stock);
    assertThat(results(STRICTLY.replace("modulo", "least-count")))
        .containsExactlyInAnyOrderElementsOf(stock);
  }

  private List<String> results(String sql) throws Exception {
    List<String> changes = new ArrayList<>();
    try (CloseableIterator<Row> rows = tables.executeSql(sql).collect()) {
      rows.forEachRemaining(row -> changes.add(row.toString()));
    }
    return Changelog.materialize(changes);
  }
}
