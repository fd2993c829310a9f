/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Transactions on one connection. A transaction is retried after a conflict with another one. */
final class JdbcTransactions {

  /** The body of a transaction; it may be run several times. */
  @FunctionalInterface
  interface Work<T> {
    T on(JdbcStatements sql) throws SQLException;
  }

  /** Like {@link Work}, without a result. */
  @FunctionalInterface
  interface Change {
    void on(JdbcStatements sql) throws SQLException;
  }

  private final JdbcConnections connections;
  private final Conflicts conflicts = new Conflicts();

  JdbcTransactions(JdbcConnections connections) {
    this.connections = connections;
  }

  /**
   * Runs the work and commits it; rolls back if it throws.
   *
   * @throws StoreException for all errors but conflicts with other transactions
   */
  <T> T call(Work<T> work) {
    for (int attempt = 0; ; attempt++) {
      try {
        Connection connection = connections.get();
        try {
          T result = work.on(new JdbcStatements(connection));
          connection.commit();
          return result;
        } catch (SQLException | RuntimeException e) {
          connections.rollBack();
          throw e;
        }
      } catch (SQLException e) {
        if (!JdbcConnections.isConflict(e)) {
          throw connections.failure(e);
        }
        conflicts.pause(attempt);
      }
    }
  }

  /** {@link #call} without a result. */
  void run(Change change) {
    call(
        sql -> {
          change.on(sql);
          return null;
        });
  }

  /** Closes the connection; never throws. */
  void close() {
    connections.close();
  }
}
