/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.NlsString;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.HintSecrets;

/**
 * Replaces passwords in TRILINK hints with masked values, before Flink builds plans and messages
 * from the statement.
 */
final class HideSecrets extends SqlBasicVisitor<Void> {

  private final HintSecrets secrets;

  private HideSecrets(HintSecrets secrets) {
    this.secrets = secrets;
  }

  /** Changes the statement. */
  static void in(SqlNode statement, HintSecrets secrets) {
    statement.accept(new HideSecrets(secrets));
  }

  @Override
  public Void visit(SqlCall call) {
    if (call instanceof SqlHint && HintPlaces.isTrilink((SqlHint) call)) {
      hide((SqlHint) call);
      return null;
    }
    return super.visit(call);
  }

  private void hide(SqlHint hint) {
    SqlNodeList options = (SqlNodeList) hint.getOperandList().get(1);
    boolean named = hint.getOptionFormat() == SqlHint.HintOptionFormat.KV_LIST;
    for (int i = named ? 1 : 0; i < options.size(); i += named ? 2 : 1) {
      String name = named ? text(options.get(i - 1)) : HintOptions.HINT_NAME;
      String value = text(options.get(i));
      String shown = secrets.hide(name, value);
      if (!shown.equals(value)) {
        options.set(i, new HiddenLiteral(shown, value, options.get(i).getParserPosition()));
      }
    }
  }

  private static String text(SqlNode option) {
    return option instanceof SqlLiteral
        ? ((SqlLiteral) option).getValueAs(String.class)
        : option.toString();
  }

  /**
   * The planner sees the masked value, but unparsed to SQL it is what the user wrote: Flink stores
   * a view as text, which is parsed again in any session.
   */
  private static final class HiddenLiteral extends SqlCharStringLiteral {

    private final String written;

    HiddenLiteral(String shown, String written, SqlParserPos position) {
      super(new NlsString(shown, null, null), position);
      this.written = written;
    }

    @Override
    public SqlCharStringLiteral clone(SqlParserPos position) {
      return new HiddenLiteral(getValueAs(String.class), written, position);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
      SqlLiteral.createCharString(written, getParserPosition())
          .unparse(writer, leftPrecedence, rightPrecedence);
    }
  }
}
