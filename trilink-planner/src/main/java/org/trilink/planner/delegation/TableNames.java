/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTableRef;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** The tables that a statement reads. */
final class TableNames extends SqlBasicVisitor<Void> {

  private static final Set<SqlKind> ON_FIRST =
      EnumSet.of(
          SqlKind.AS,
          SqlKind.LATERAL,
          SqlKind.MATCH_RECOGNIZE,
          SqlKind.ORDER_BY,
          SqlKind.PIVOT,
          SqlKind.SNAPSHOT,
          SqlKind.TABLESAMPLE);

  private final Set<String> names = new HashSet<>();
  private boolean inFrom;

  private TableNames() {}

  /**
   * Their names as written, parts separated by points, and those of queries in WITH around the
   * statement.
   */
  static Set<String> in(SqlNode statement) {
    TableNames found = new TableNames();
    statement.accept(found);
    return found.names;
  }

  @Override
  public Void visit(SqlIdentifier identifier) {
    if (inFrom) {
      names.add(String.join(".", identifier.names));
    }
    return null;
  }

  @Override
  public Void visit(SqlCall call) {
    if (call.getOperator().isName("DESCRIPTOR", false)) {
      return null; // of columns
    }
    if (call instanceof SqlWith) {
      names.addAll(readBy((SqlWith) call));
      return null;
    }
    boolean outer = inFrom;
    if (call instanceof SqlSelect) {
      SqlNode from = ((SqlSelect) call).getFrom();
      visit(call, part -> part == from);
    } else if (call instanceof SqlJoin) {
      SqlNode condition = ((SqlJoin) call).getCondition();
      visit(call, part -> outer && part != condition);
    } else if (call.getKind() == SqlKind.EXPLICIT_TABLE) { // TABLE t
      visit(call, part -> true);
    } else if (isOnFirst(call)) {
      SqlNode first = call.operand(0);
      visit(call, part -> outer && part == first);
    } else { // an expression, such as the argument of a table function
      visit(call, part -> false);
    }
    inFrom = outer;
    return null;
  }

  /** Whether it stands in FROM for its first operand: not the alias, the hints, the time. */
  private static boolean isOnFirst(SqlCall call) {
    return call instanceof SqlTableRef || ON_FIRST.contains(call.getKind());
  }

  /** Its own queries are no tables, and what none reads is not read. */
  private static Set<String> readBy(SqlWith with) {
    Set<String> read = in(with.body);
    for (int i = with.withList.size() - 1; i >= 0; i--) {
      SqlWithItem item = (SqlWithItem) with.withList.get(i);
      if (read.remove(item.name.getSimple())) {
        read.addAll(in(item.query));
      }
    }
    return read;
  }

  private void visit(SqlCall call, Predicate<SqlNode> isInFrom) {
    for (SqlNode part : call.getOperandList()) {
      if (part != null) {
        inFrom = isInFrom.test(part);
        part.accept(this);
      }
    }
  }
}
