/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Statements of one transaction, with their parameters: an object for each {@code ?}, in their
 * order, null for NULL. Each method runs one statement, and closes it.
 */
final class JdbcStatements {

  /** Creates an object from a result's current row. */
  @FunctionalInterface
  interface RowMapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  /** Reads the current row of a result. */
  @FunctionalInterface
  interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  private final Connection connection;

  JdbcStatements(Connection connection) {
    this.connection = connection;
  }

  Connection connection() {
    return connection;
  }

  /**
   * The placeholders of several rows, separated by commas.
   *
   * @param row those of one, e.g. {@code (?, ?)}
   * @param rows how many, at least one
   */
  static String placeholders(String row, int rows) {
    return String.join(", ", Collections.nCopies(rows, row));
  }

  /** Changes rows; returns their number as reported by the server. */
  int update(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  /** The first row; null if there is none, or if the mapper returns null. */
  @Nullable
  <T> T first(String sql, RowMapper<T> mapper, Object... parameters) throws SQLException {
    try (PreparedStatement query = prepare(sql, parameters);
        ResultSet rows = query.executeQuery()) {
      return rows.next() ? mapper.map(rows) : null;
    }
  }

  /** All rows, in their order. */
  <T> List<T> list(String sql, RowMapper<T> mapper, Object... parameters) throws SQLException {
    List<T> all = new ArrayList<>();
    forEach(sql, row -> all.add(mapper.map(row)), parameters);
    return all;
  }

  /** Passes all rows to the reader, in their order. */
  void forEach(String sql, RowReader reader, Object... parameters) throws SQLException {
    try (PreparedStatement query = prepare(sql, parameters);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        reader.read(rows);
      }
    }
  }

  private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql, Statement.NO_GENERATED_KEYS);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
