/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.io.Reader;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.util.SourceStringReader;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;
import org.apache.flink.sql.parser.impl.ParseException;
import org.apache.flink.sql.parser.impl.Token;
import org.apache.flink.table.api.ValidationException;
import org.trilink.planner.hint.HintSecrets;
import org.trilink.runtime.secret.Secrets;

/** Flink's parser, with clear errors for TRILINK hints that it would lose or not understand. */
final class TrilinkSqlParser extends FlinkSqlParserImpl {

  private static final String BEGIN = "/*+";

  private final String sql;
  private final HintSecrets secrets;
  private final Consumer<SqlNode> onParsed;

  private TrilinkSqlParser(
      Reader reader, String sql, HintSecrets secrets, Consumer<SqlNode> onParsed) {
    super(reader);
    this.sql = sql;
    this.secrets = secrets;
    this.onParsed = onParsed;
  }

  /**
   * Creates it.
   *
   * @param secrets where to keep what hints hide
   * @param onParsed gets each statement, and each query of a view, before it is converted
   */
  static SqlAbstractParserImpl create(
      Reader reader, HintSecrets secrets, Consumer<SqlNode> onParsed) {
    if (!(reader instanceof SourceStringReader)) {
      return new TrilinkSqlParser(reader, "", secrets, onParsed);
    }
    String sql = ((SourceStringReader) reader).getSourceString();
    TrilinkSqlParser parser = new TrilinkSqlParser(reader, sql, secrets, onParsed);
    parser.setOriginalSql(sql);
    return parser;
  }

  /** A statement. */
  @Override
  public SqlNode parseSqlStmtEof() throws Exception {
    SqlNode statement;
    try {
      statement = super.parseSqlStmtEof();
    } catch (ParseException e) {
      throw explained(e);
    }
    prepare(statement);
    onParsed.accept(statement);
    return statement;
  }

  /** Statements; some versions of Flink also read a single one so. */
  @Override
  public SqlNodeList parseSqlStmtList() throws Exception {
    SqlNodeList statements;
    try {
      statements = super.parseSqlStmtList();
    } catch (ParseException e) {
      throw explained(e);
    }
    for (SqlNode statement : statements) {
      prepare(statement);
    }
    onParsed.accept(statements.size() == 1 ? statements.get(0) : statements);
    return statements;
  }

  /** An expression of its own, which is in no query. */
  @Override
  public SqlNode parseSqlExpressionEof() throws Exception {
    SqlNode expression = super.parseSqlExpressionEof();
    if (HintPlaces.hasTrilink(expression)) {
      throw new ValidationException(
          "TRILINK hint: a hint has no effect in an expression that is no part of a statement.");
    }
    return expression;
  }

  private void prepare(SqlNode statement) {
    HintPlaces.check(statement);
    HideSecrets.in(statement, secrets);
    if (HintPlaces.hasTrilink(statement)) {
      ExistsQueries.keepHints(statement);
    }
  }

  /** Says what to do about a hint that is not understood; other errors stay as they are. */
  private Exception explained(ParseException error) {
    if (error.currentToken == null) {
      return error;
    }
    Token unexpected = error.currentToken.next;
    Token hint = beginOfHint(unexpected);
    // without the cause: its text has all tokens that could have stood there, which are hundreds
    if (hint != null) {
      return new ValidationException(
          String.format(
              "A hint cannot stand at line %d, column %d. Write it behind SELECT, or behind a"
                  + " table's name in FROM. For a table inside TABLE(TUMBLE(...)), HOP or"
                  + " CUMULATE, write it behind SELECT, or in a subquery there:"
                  + " TUMBLE((SELECT * FROM t /*+ ... */), ...).",
              hint.beginLine, hint.beginColumn));
    }
    if (isInHint(unexpected)) {
      return new ValidationException(
          String.format(
              "The hint cannot be read from line %d, column %d on. Its options stand in"
                  + " parentheses, separated by commas, each written 'name'='value', with single"
                  + " quotes around both. Example: /*+ TRILINK('watermark'='key',"
                  + " 'watermark.max-skew'='5 min') */",
              unexpected.beginLine, unexpected.beginColumn));
    }
    return error;
  }

  /** The parser repeats what it did not expect, which may be a value with a password. */
  @Override
  public SqlParseException normalizeException(Throwable error) {
    SqlParseException parsing = super.normalizeException(error);
    String masked = Secrets.mask(String.valueOf(parsing.getMessage()));
    return masked.equals(parsing.getMessage())
        ? parsing
        : new SqlParseException(
            masked,
            parsing.getPos(),
            parsing.getExpectedTokenSequences(),
            parsing.getTokenImages(),
            null);
  }

  /** Where a table should follow, the parser gives up one token before the hint. */
  @Nullable
  private static Token beginOfHint(Token unexpected) {
    if (unexpected.image.equals(BEGIN)) {
      return unexpected;
    }
    boolean awaitsTable = unexpected.image.equalsIgnoreCase("JOIN") || unexpected.image.equals(",");
    Token next = unexpected.next;
    return awaitsTable && next != null && next.image.equals(BEGIN) ? next : null;
  }

  private boolean isInHint(Token token) {
    int begin = SqlParserUtil.lineColToIndex(sql, token.beginLine, token.beginColumn);
    int hint = sql.lastIndexOf(BEGIN, begin);
    return hint >= 0 && sql.substring(hint, Math.min(begin, sql.length())).indexOf("*/") < 0;
  }
}
