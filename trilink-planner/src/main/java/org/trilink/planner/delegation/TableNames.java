package org.trilink.planner.delegation;

import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** The tables that a statement reads, by the names without a catalog or a database. */
final class TableNames extends SqlBasicVisitor<Void> {

  private final Set<String> names = new HashSet<>();
  private boolean inFrom;

  private TableNames() {}

  /** Also those of queries in WITH. There may be too many: columns that a join compares. */
  static Set<String> in(SqlNode statement) {
    TableNames found = new TableNames();
    statement.accept(found);
    return found.names;
  }

  @Override
  public Void visit(SqlIdentifier identifier) {
    if (inFrom && identifier.isSimple()) {
      names.add(identifier.getSimple());
    }
    return null;
  }

  @Override
  public Void visit(SqlCall call) {
    boolean outer = inFrom;
    if (call instanceof SqlSelect) {
      SqlSelect select = (SqlSelect) call;
      for (SqlNode part : select.getOperandList()) {
        inFrom = part == select.getFrom();
        if (part != null) {
          part.accept(this);
        }
      }
    } else {
      inFrom |= call.getKind() == SqlKind.EXPLICIT_TABLE; // TABLE t
      super.visit(call);
    }
    inFrom = outer;
    return null;
  }
}
