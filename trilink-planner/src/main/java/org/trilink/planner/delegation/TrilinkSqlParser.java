package org.trilink.planner.delegation;

import java.io.Reader;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.util.SourceStringReader;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;
import org.apache.flink.sql.parser.impl.ParseException;
import org.apache.flink.table.api.ValidationException;

/** Flink's parser, with clear errors for TRILINK hints that it would lose or not understand. */
final class TrilinkSqlParser extends FlinkSqlParserImpl {

  private TrilinkSqlParser(Reader reader) {
    super(reader);
  }

  static SqlAbstractParserImpl create(Reader reader) {
    TrilinkSqlParser parser = new TrilinkSqlParser(reader);
    if (reader instanceof SourceStringReader) {
      parser.setOriginalSql(((SourceStringReader) reader).getSourceString());
    }
    return parser;
  }

  @Override
  public SqlNode parseSqlStmtEof() throws Exception {
    SqlNode statement;
    try {
      statement = super.parseSqlStmtEof();
    } catch (ParseException e) {
      if (e.currentToken != null && "/*+".equals(e.currentToken.next.image)) {
        throw new ValidationException(
            String.format(
                "A hint cannot stand at line %d, column %d. Write it behind SELECT, or behind a"
                    + " table's name in FROM. For a table inside TABLE(TUMBLE(...)), HOP or"
                    + " CUMULATE, write it behind SELECT, or in a subquery there:"
                    + " TUMBLE((SELECT * FROM t /*+ ... */), ...).",
                e.currentToken.next.beginLine, e.currentToken.next.beginColumn),
            e);
      }
      throw e;
    }
    HintPlaces.check(statement);
    return statement;
  }
}
