/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.operations.PlannerQueryOperation;
import org.apache.flink.types.Row;
import org.trilink.planner.Trilink;
import org.trilink.planner.node.StreamPhysicalHintReport;

/** Tables of a test file, as stock Flink or Trilink in one of its modes sees them. */
final class Session {

  private static final String TRILINK = "org.trilink.";

  private final Cluster cluster;
  private final StreamExecutionEnvironment environment;
  private final StreamTableEnvironment tables;

  /**
   * Creates it.
   *
   * @param mode empty for stock Flink
   */
  Session(
      Cluster cluster,
      Collection<TableContents> contents,
      Collection<String> views,
      Optional<Mode> mode) {
    this.cluster = cluster;
    environment = cluster.environment();
    tables = StreamTableEnvironment.create(environment);
    mode.ifPresent(
        trilink -> {
          Trilink.install(tables);
          trilink.settings().forEach(tables.getConfig().getConfiguration()::setString);
        });
    contents.forEach(this::createTable);
    views.forEach(this::createView);
  }

  private void createTable(TableContents table) {
    tables.createTemporaryView(
        table.name(), environment.addSource(new TableSource(table.rows()), table.rowType()));
  }

  private void createView(String statement) {
    try {
      tables.executeSql(statement);
    } catch (ValidationException ignored) {
      // a query that reads it is not planned then, which is told
    }
  }

  /**
   * Plans a query.
   *
   * @return the kinds of Trilink's nodes in the plan; empty if the plan is Flink's
   */
  Set<String> trilinkNodes(String query) {
    PlannerBase planner = (PlannerBase) ((StreamTableEnvironmentImpl) tables).getPlanner();
    PlannerQueryOperation parsed = (PlannerQueryOperation) planner.getParser().parse(query).get(0);
    Set<String> nodes = new TreeSet<>();
    collectTrilinkNodes(planner.optimize(parsed.getCalciteTree()), nodes);
    return nodes;
  }

  private static void collectTrilinkNodes(RelNode rel, Set<String> nodes) {
    // a report says why there is no other node
    if (rel.getClass().getName().startsWith(TRILINK)
        && !(rel instanceof StreamPhysicalHintReport)) {
      nodes.add(rel.getClass().getSimpleName().replaceFirst("^StreamPhysical", ""));
    }
    rel.getInputs().forEach(input -> collectTrilinkNodes(input, nodes));
  }

  /** Runs a query, and returns all its changes. */
  Collection<Row> run(String query) throws Exception {
    Table result = tables.sqlQuery(query);
    CollectedChanges changes = new CollectedChanges();
    try {
      tables.toChangelogStream(result).addSink(changes).setParallelism(1);
      cluster.run(environment);
    } catch (Exception e) {
      changes.take();
      throw e;
    }
    return changes.take();
  }
}
