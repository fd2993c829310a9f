/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.io.OutputStream;
import java.io.PrintStream;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.hydromatic.sqllogictest.OptionsParser;
import net.hydromatic.sqllogictest.SltSqlStatement;
import net.hydromatic.sqllogictest.executors.HsqldbExecutor;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.types.Row;

/**
 * An HSQLDB in memory that executes the statements of a test file. Its tables are what Flink reads:
 * Flink itself has neither UPDATE nor DELETE.
 */
final class Database implements AutoCloseable {

  private static final Pattern CREATE_VIEW =
      Pattern.compile("CREATE\\s+VIEW\\s+(\\w+)\\s.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final HsqldbExecutor hsqldb = new HsqldbExecutor(quiet());
  private final Map<String, String> views = new LinkedHashMap<>();

  Database() throws SQLException {
    hsqldb.establishConnection();
  }

  /** Returns options of the library with which it prints nothing. */
  static OptionsParser.SuppliedOptions quiet() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return new OptionsParser(false, nowhere, nowhere).getOptions();
  }

  /**
   * Executes a statement. One that the file expects to fail may fail.
   *
   * @throws SQLException if HSQLDB cannot execute it
   */
  void execute(SltSqlStatement statement) throws SQLException {
    hsqldb.statement(statement);
    Matcher view = CREATE_VIEW.matcher(statement.statement);
    if (view.matches()) {
      views.put(view.group(1).toLowerCase(Locale.ROOT), statement.statement);
    }
    if (!views.isEmpty()) {
      // a statement may drop views, or may not have created one
      views.keySet().retainAll(names("VIEW"));
    }
  }

  /** Returns the statements that create the views there are, in their order. */
  List<String> views() {
    return List.copyOf(views.values());
  }

  /**
   * Returns all tables with their rows. Names are in lower case, as the test files write them:
   * HSQLDB does not mind case, and Flink does.
   *
   * @throws IllegalStateException if a table has a column of a type that no test file has yet
   */
  List<TableContents> tables() throws SQLException {
    List<TableContents> tables = new ArrayList<>();
    for (String name : names("TABLE")) {
      try (Statement statement = hsqldb.getConnection().createStatement();
          ResultSet rows = statement.executeQuery("SELECT * FROM " + name)) {
        tables.add(contents(name, rows));
      }
    }
    return tables;
  }

  private List<String> names(String kind) throws SQLException {
    List<String> names = new ArrayList<>();
    DatabaseMetaData metadata = hsqldb.getConnection().getMetaData();
    try (ResultSet found = metadata.getTables(null, "PUBLIC", "%", new String[] {kind})) {
      while (found.next()) {
        names.add(found.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }

  private static TableContents contents(String name, ResultSet results) throws SQLException {
    ResultSetMetaData metadata = results.getMetaData();
    int count = metadata.getColumnCount();
    List<String> columns = new ArrayList<>();
    List<TypeInformation<?>> types = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      columns.add(metadata.getColumnName(i).toLowerCase(Locale.ROOT));
      types.add(type(metadata.getColumnType(i)));
    }
    List<Row> rows = new ArrayList<>();
    while (results.next()) {
      Row row = new Row(count);
      for (int i = 0; i < count; i++) {
        row.setField(i, results.getObject(i + 1));
      }
      rows.add(row);
    }
    return new TableContents(name, columns, types, rows);
  }

  private static TypeInformation<?> type(int jdbc) {
    return switch (jdbc) {
      case Types.INTEGER -> BasicTypeInfo.INT_TYPE_INFO;
      case Types.DOUBLE, Types.FLOAT -> BasicTypeInfo.DOUBLE_TYPE_INFO;
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> BasicTypeInfo.STRING_TYPE_INFO;
      default -> throw new IllegalStateException("No test file has a column of JDBC type " + jdbc);
    };
  }

  @Override
  public void close() throws SQLException {
    // else the database stays in memory
    try (Statement statement = hsqldb.getConnection().createStatement()) {
      statement.execute("SHUTDOWN");
    }
    hsqldb.closeConnection();
  }
}
