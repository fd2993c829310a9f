/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.hydromatic.sqllogictest.SqlTestQuery;
import net.hydromatic.sqllogictest.SqlTestQueryOutputDescription.SortOrder;
import org.trilink.sqllogictests.Tally.Outcome;
import org.trilink.sqllogictests.Tally.Stated;

/** Runs the same query with stock Flink and with Trilink in all its modes. */
final class AnswerComparison {

  /** Stock Flink runs again, to see whether its own rows are the same each time. */
  private static final int REPETITIONS = 3;

  /** Queries of select5.test have up to 63, and each join is an operator with state. */
  private static final int MAX_JOINS = 5;

  private final Cluster cluster;
  private final List<TableContents> tables;
  private final List<String> views;
  private final Session stock;
  private final Map<Mode, Session> sessions = new EnumMap<>(Mode.class);
  private final Tally tally;

  /** Creates it for the tables and views as they are now. */
  AnswerComparison(Cluster cluster, List<TableContents> tables, List<String> views, Tally tally) {
    this.cluster = cluster;
    this.tables = tables;
    this.views = views;
    this.tally = tally;
    stock = new Session(cluster, tables, views, Optional.empty());
  }

  /** Compares the results of a query, and counts what comes of it. */
  void compare(SqlTestQuery query) {
    StreamingQuery streaming = StreamingQuery.of(query.getQuery());
    if (streaming.joins() > MAX_JOINS) {
      tally.skipped("not tried: more than %d joins take minutes".formatted(MAX_JOINS));
      return;
    }
    String sql = streaming.sql();
    Map<Mode, Set<String>> nodes;
    try {
      stock.trilinkNodes(sql);
    } catch (Exception | StackOverflowError e) {
      tally.skipped("stock Flink does not plan it: " + Reasons.of(e));
      return;
    }
    nodes = nodesByMode(query, sql);
    if (nodes.isEmpty()) {
      tally.plannedAsStock();
      return;
    }
    Map<List<Object>, Integer> expected;
    try {
      expected = Changes.fold(stock.run(sql));
    } catch (Exception e) {
      tally.skipped("stock Flink fails: " + Reasons.of(e));
      return;
    }
    tally.compared(stated(query, expected), query.file + ": " + sql + "  gives " + expected);
    nodes.forEach((mode, kinds) -> tally.ran(mode, kinds, outcome(query, sql, mode, expected)));
  }

  /**
   * Where Trilink has nothing in {@link Mode#ALL}, it has nothing in those that are a part of it.
   */
  private Map<Mode, Set<String>> nodesByMode(SqlTestQuery query, String sql) {
    Map<Mode, Set<String>> nodes = new EnumMap<>(Mode.class);
    plan(query, sql, Mode.ALL, nodes);
    if (!nodes.isEmpty()) {
      EnumSet.complementOf(EnumSet.of(Mode.ALL)).forEach(mode -> plan(query, sql, mode, nodes));
    }
    return nodes;
  }

  private void plan(SqlTestQuery query, String sql, Mode mode, Map<Mode, Set<String>> nodes) {
    try {
      Set<String> ofMode = session(mode).trilinkNodes(sql);
      if (!ofMode.isEmpty()) {
        nodes.put(mode, ofMode);
      }
    } catch (Exception | StackOverflowError e) {
      tally.difference(text(query, sql, mode) + "is not planned: " + Reasons.of(e));
    }
  }

  private Session session(Mode mode) {
    return sessions.computeIfAbsent(
        mode, any -> new Session(cluster, tables, views, Optional.of(mode)));
  }

  private static Stated stated(SqlTestQuery query, Map<List<Object>, Integer> rows) {
    if (query.outputDescription.getOrder() == SortOrder.NONE) {
      return Stated.AN_ORDER;
    }
    return StatedResult.matches(query, rows) ? Stated.THE_SAME : Stated.OTHER;
  }

  private Outcome outcome(
      SqlTestQuery query, String sql, Mode mode, Map<List<Object>, Integer> expected) {
    String problem;
    try {
      Map<List<Object>, Integer> rows = Changes.fold(session(mode).run(sql));
      if (rows.equals(expected)) {
        return Outcome.EQUAL;
      }
      if (!stockRepeats(sql, expected)) {
        return Outcome.NOT_DETERMINED;
      }
      problem = "gives " + rows;
    } catch (Exception e) {
      problem = "fails: " + Reasons.of(e);
    }
    tally.difference(text(query, sql, mode) + problem + "\n  stock Flink gives " + expected);
    return Outcome.DIFFERENT;
  }

  private boolean stockRepeats(String sql, Map<List<Object>, Integer> expected) throws Exception {
    for (int i = 0; i < REPETITIONS; i++) {
      if (!Changes.fold(stock.run(sql)).equals(expected)) {
        return false;
      }
    }
    return true;
  }

  private static String text(SqlTestQuery query, String sql, Mode mode) {
    return "%s: %s%n  %s%n  ".formatted(query.file, mode, sql);
  }
}
