/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTableRef;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.flink.sql.parser.dml.RichSqlInsert;
import org.apache.flink.sql.parser.dql.SqlRichExplain;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.HintOptions;

/** Finds TRILINK hints in a parsed statement that the planner would never see as written. */
final class HintPlaces {

  private HintPlaces() {}

  /**
   * Rejects a hint that is not known, one on the table that is written or on a common table
   * expression, and an option given twice.
   */
  static void check(SqlNode statement) {
    SqlNode explained =
        statement instanceof SqlRichExplain
            ? ((SqlRichExplain) statement).getStatement()
            : statement;
    explained.accept(new Checker());
  }

  /** Returns whether there is a TRILINK hint anywhere in a statement. */
  static boolean hasTrilink(SqlNode statement) {
    boolean[] found = new boolean[1];
    statement.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found[0] |= call instanceof SqlHint && isTrilink((SqlHint) call);
            return super.visit(call);
          }
        });
    return found[0];
  }

  private static final class Checker extends SqlBasicVisitor<Void> {

    /** The names that WITH gives to queries, where the visitor is. */
    private final Deque<String> commonTables = new ArrayDeque<>();

    @Override
    public Void visit(SqlCall call) {
      if (call instanceof SqlHint) {
        refuseUnknown((SqlHint) call);
        refuseTextsInARow((SqlHint) call);
        refuseRepeatedOption((SqlHint) call);
        return null;
      }
      if (call instanceof RichSqlInsert) {
        refuseOnTarget((RichSqlInsert) call);
      }
      if (call instanceof SqlTableRef) {
        refuseOnCommonTable((SqlTableRef) call, commonTables);
        refuseSecond((SqlNodeList) call.getOperandList().get(1));
      }
      if (call instanceof SqlSelect) {
        refuseSecond(((SqlSelect) call).getHints());
      }
      if (!(call instanceof SqlWith)) {
        return super.visit(call);
      }
      SqlWith with = (SqlWith) call;
      refuseInUnread(with);
      for (SqlNode query : with.withList) {
        query.accept(this); // in which its own name is that of a table
        commonTables.push(((SqlWithItem) query).name.getSimple());
      }
      with.body.accept(this);
      for (int i = 0; i < with.withList.size(); i++) {
        commonTables.pop();
      }
      return null;
    }
  }

  /** The converter would drop it silently. */
  private static void refuseOnCommonTable(SqlTableRef reference, Deque<String> commonTables) {
    String name = reference.getOperandList().get(0).toString();
    for (SqlNode hint : (SqlNodeList) reference.getOperandList().get(1)) {
      if (isTrilink((SqlHint) hint) && commonTables.contains(name)) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: '%s' is a query in WITH, and a hint on its name does not reach the"
                    + " tables in it. Write it behind SELECT, or behind a table in that query.",
                name));
      }
    }
  }

  /**
   * The converter does not visit a query in WITH that neither the body reads nor a later query that
   * is itself read.
   */
  private static void refuseInUnread(SqlWith with) {
    Set<String> read = new HashSet<>(TableNames.in(with.body));
    for (int i = with.withList.size() - 1; i >= 0; i--) {
      SqlWithItem item = (SqlWithItem) with.withList.get(i);
      if (read.contains(item.name.getSimple())) {
        read.addAll(TableNames.in(item.query));
      } else if (hasTrilink(item.query)) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: the query '%s' in WITH is not used, so its hint has no effect."
                    + " Remove the query or the hint.",
                item.name));
      }
    }
  }

  private static void refuseOnTarget(RichSqlInsert insert) {
    for (SqlNode hint : insert.getTableHints()) {
      if (isTrilink((SqlHint) hint)) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: a hint on the table that is written, '%s', has no effect. Write it"
                    + " behind SELECT.",
                insert.getTargetTableID()));
      }
    }
  }

  /** Calcite would fail an assertion. */
  private static void refuseUnknown(SqlHint hint) {
    if (isTrilink(hint)) {
      return;
    }
    Set<String> names = FlinkHintTable.names();
    if (!names.contains(hint.getName().toUpperCase(Locale.ROOT))) {
      throw new ValidationException(
          String.format(
              "Unknown hint '%s'. Hints: %s, %s.",
              hint.getName(), HintOptions.HINT_NAME, String.join(", ", names)));
    }
  }

  /** SQL concatenates two adjacent string literals, Calcite's hints do not. */
  private static void refuseTextsInARow(SqlHint hint) {
    for (SqlNode option : (SqlNodeList) hint.getOperandList().get(1)) {
      if (isTrilink(hint) && !(option instanceof SqlLiteral || option instanceof SqlIdentifier)) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: at line %d, column %d a comma or '=' is missing between two strings."
                    + " Options are written 'name'='value', separated by commas.",
                option.getParserPosition().getLineNum(),
                option.getParserPosition().getColumnNum()));
      }
    }
  }

  /** Calcite would keep any one of them. */
  private static void refuseRepeatedOption(SqlHint hint) {
    if (!isTrilink(hint) || hint.getOptionFormat() != SqlHint.HintOptionFormat.KV_LIST) {
      return;
    }
    Set<String> names = new HashSet<>();
    SqlNodeList namesAndValues = (SqlNodeList) hint.getOperandList().get(1);
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      SqlNode written = namesAndValues.get(i);
      String name =
          written instanceof SqlLiteral
              ? ((SqlLiteral) written).getValueAs(String.class)
              : written.toString();
      if (!names.add(name.toLowerCase(Locale.ROOT))) {
        throw new ValidationException(
            String.format("TRILINK hint: option '%s' is given twice.", name));
      }
    }
  }

  /** The precedence of two TRILINK hints in one place would be ambiguous. */
  private static void refuseSecond(SqlNodeList hints) {
    if (hints == null) {
      return;
    }
    int trilink = 0;
    for (SqlNode hint : hints) {
      trilink += isTrilink((SqlHint) hint) ? 1 : 0;
    }
    if (trilink > 1) {
      throw new ValidationException(
          "TRILINK hint: the hint is given twice in one place. Write all options in one hint.");
    }
  }

  static boolean isTrilink(SqlHint hint) {
    return hint.getName().equalsIgnoreCase(HintOptions.HINT_NAME);
  }
}
