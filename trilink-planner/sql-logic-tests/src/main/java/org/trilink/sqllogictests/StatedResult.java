/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.RowSetMetaData;
import javax.sql.rowset.CachedRowSet;
import javax.sql.rowset.RowSetMetaDataImpl;
import javax.sql.rowset.RowSetProvider;
import net.hydromatic.sqllogictest.SqlTestQuery;
import net.hydromatic.sqllogictest.TestStatistics;
import net.hydromatic.sqllogictest.executors.HsqldbExecutor;

/**
 * Compares rows with the result that a test file states for a query, by the library's own rules for
 * formatting, sorting and hashing.
 */
final class StatedResult {

  private static final HsqldbExecutor RULES = new HsqldbExecutor(Database.quiet());

  private StatedResult() {}

  /**
   * Returns whether the rows are those that the file states.
   *
   * @param rows with the times that they are there; in no order, so that the file must state one
   */
  static boolean matches(SqlTestQuery query, Map<List<Object>, Integer> rows) {
    String types = query.outputDescription.columnTypes;
    if (rows.keySet().stream().anyMatch(row -> row.size() != types.length())) {
      return false;
    }
    TestStatistics statistics = new TestStatistics(false, 0);
    try {
      RULES.validate(query, resultSet(types, rows), query.outputDescription, statistics);
    } catch (SQLException e) {
      return false; // a value that cannot be of the stated type
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    return statistics.getFailedTestCount() == 0;
  }

  private static CachedRowSet resultSet(String types, Map<List<Object>, Integer> rows)
      throws SQLException {
    CachedRowSet results = RowSetProvider.newFactory().createCachedRowSet();
    results.setMetaData(metadata(types));
    for (Map.Entry<List<Object>, Integer> row : rows.entrySet()) {
      for (int i = 0; i < row.getValue(); i++) {
        insert(results, types, row.getKey());
      }
    }
    results.beforeFirst();
    return results;
  }

  private static RowSetMetaData metadata(String types) throws SQLException {
    RowSetMetaData metadata = new RowSetMetaDataImpl();
    metadata.setColumnCount(types.length());
    for (int i = 0; i < types.length(); i++) {
      metadata.setColumnType(i + 1, jdbcType(types.charAt(i)));
    }
    return metadata;
  }

  private static int jdbcType(char type) {
    return switch (type) {
      case 'I' -> java.sql.Types.BIGINT;
      case 'R' -> java.sql.Types.DOUBLE;
      default -> java.sql.Types.VARCHAR;
    };
  }

  private static void insert(CachedRowSet results, String types, List<Object> row)
      throws SQLException {
    results.moveToInsertRow();
    for (int i = 0; i < row.size(); i++) {
      Object value = converted(row.get(i), types.charAt(i));
      if (value == null) {
        results.updateNull(i + 1);
      } else {
        results.updateObject(i + 1, value);
      }
    }
    results.insertRow();
    results.moveToCurrentRow();
  }

  private static Object converted(Object value, char type) {
    if (value instanceof Number number && type != 'T') {
      return type == 'I' ? (Object) number.longValue() : (Object) number.doubleValue();
    }
    return value == null ? null : value.toString();
  }
}
