package org.trilink.planner.delegation;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.flink.sql.parser.dml.RichSqlInsert;
import org.apache.flink.sql.parser.dql.SqlRichExplain;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.HintOptions;

/** Finds TRILINK hints in a parsed statement that the planner would never see as written. */
final class HintPlaces {

  private HintPlaces() {}

  /** Complains about a hint on the table that is written, and about an option given twice. */
  static void check(SqlNode statement) {
    SqlNode explained =
        statement instanceof SqlRichExplain
            ? ((SqlRichExplain) statement).getStatement()
            : statement;
    if (explained instanceof RichSqlInsert) {
      refuseOnTarget((RichSqlInsert) explained);
    }
    explained.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlHint) {
              refuseRepeatedOption((SqlHint) call);
              return null;
            }
            return super.visit(call);
          }
        });
  }

  private static void refuseOnTarget(RichSqlInsert insert) {
    for (SqlNode hint : insert.getTableHints()) {
      if (isTrilink((SqlHint) hint)) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: it says nothing of the table that is written, '%s'. Write it behind"
                    + " SELECT.",
                insert.getTargetTableID()));
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

  private static boolean isTrilink(SqlHint hint) {
    return hint.getName().equalsIgnoreCase(HintOptions.HINT_NAME);
  }
}
