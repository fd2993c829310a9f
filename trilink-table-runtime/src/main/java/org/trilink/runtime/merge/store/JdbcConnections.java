/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Locale;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;

/** A connection to the database, which is reopened after it was lost, or not used for long. */
final class JdbcConnections {

  /** MySQL's error for a lock that was not granted in time. */
  private static final int LOCK_TIMEOUT = 1205;

  private static final int TOO_MANY_CONNECTIONS = 1040;
  private static final int SERVER_SHUTDOWN = 1053;

  /** MySQL's error for a connection that it has closed because the client was silent. */
  private static final int CLIENT_SILENT = 4031;

  private static final int CONNECT_MILLIS = 10_000;

  /** More than a server waits for a lock, 50 s by default. */
  private static final int ANSWER_MILLIS = 60_000;

  /** As long as a client waits for a server. */
  private static final int SILENCE_SECONDS = 60;

  private final StoreAddress address;
  private final ClassLoader drivers;
  private final int silenceSeconds;
  @Nullable private Connection connection;

  /** After how many seconds without a statement the server closes the connection. */
  private int serverWaitsSeconds;

  private long lastUseNanos;

  JdbcConnections(StoreAddress address, ClassLoader drivers) {
    this(address, drivers, SILENCE_SECONDS);
  }

  /**
   * Creates it without a connection.
   *
   * @param silenceSeconds for how long a client may be silent before the server closes the
   *     connection and rolls its transaction back, in seconds; the server may have a shorter limit
   */
  JdbcConnections(StoreAddress address, ClassLoader drivers, int silenceSeconds) {
    this.address = address;
    this.drivers = drivers;
    this.silenceSeconds = silenceSeconds;
  }

  /**
   * The connection for the next transaction, reopened if the server may have closed it.
   * Transactions see what others have committed, and lock no gaps between rows.
   */
  Connection get() throws SQLException {
    if (connection != null && mayBeClosed()) {
      close();
    }
    if (connection == null) {
      Connection made = driver().connect(address.withPassword(), timeLimits());
      try {
        serverWaitsSeconds = limitSilence(made);
        made.setAutoCommit(false);
        made.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      } catch (SQLException e) {
        made.close();
        throw e;
      }
      connection = made;
    }
    lastUseNanos = System.nanoTime();
    return connection;
  }

  /** Whether the server has closed it, or may do so before the next statement arrives. */
  private boolean mayBeClosed() {
    return System.nanoTime() - lastUseNanos > TimeUnit.SECONDS.toNanos(serverWaitsSeconds) / 2;
  }

  /**
   * Limits how long the server waits for a statement, and returns that limit in seconds. By default
   * it waits for 8 hours. If this host loses power, the server is not told, and others wait for the
   * locks of its transaction.
   */
  private int limitSilence(Connection made) throws SQLException {
    JdbcStatements sql = new JdbcStatements(made);
    int before = sql.first("SELECT @@wait_timeout", row -> row.getInt(1));
    if (before <= silenceSeconds) {
      return before;
    }
    sql.update("SET SESSION wait_timeout = " + silenceSeconds);
    return silenceSeconds;
  }

  /**
   * How long a server may be silent, unless the address says so: without a limit, a task would wait
   * for a host that is gone. In the drivers of MySQL and MariaDB they have the same names.
   */
  private Properties timeLimits() {
    Properties limits = new Properties();
    limitUnlessSet(limits, "connectTimeout", CONNECT_MILLIS);
    limitUnlessSet(limits, "socketTimeout", ANSWER_MILLIS);
    return limits;
  }

  private void limitUnlessSet(Properties limits, String name, int millis) {
    if (!address.withPassword().contains(name + "=")) {
      limits.setProperty(name, String.valueOf(millis));
    }
  }

  /** Does not use DriverManager, which does not find drivers in a job's own jars. */
  private Driver driver() throws SQLException {
    for (Driver driver : ServiceLoader.load(Driver.class, drivers)) {
      if (driver.acceptsURL(address.withPassword())) {
        return driver;
      }
    }
    throw new StoreRefusal(
        String.format(
            "Global merge: no JDBC driver for %s. Put the driver's jar, e.g. mysql-connector-j,"
                + " into the cluster's lib folder, or add it to the job (ADD JAR,"
                + " 'pipeline.jars').",
            address),
        null);
  }

  void rollBack() {
    if (connection != null) {
      try {
        connection.rollback();
      } catch (SQLException lost) {
        close();
      }
    }
  }

  /** The exception to throw for an error. Discards the connection if it is lost. */
  StoreException failure(SQLException e) {
    boolean lost = isConnectionLost(e);
    if (lost) {
      close();
    }
    return address.failure(firstLine(e), lost || e instanceof SQLTransientException, e);
  }

  /** The first line of the message: drivers add lines that only rephrase it. */
  private static String firstLine(SQLException e) {
    return String.valueOf(e.getMessage()).split("\\R", 2)[0];
  }

  private static boolean isConnectionLost(SQLException e) {
    String state = state(e);
    return e instanceof SQLRecoverableException
        || e instanceof SQLNonTransientConnectionException
        || state.startsWith("08")
        || state.startsWith("57P")
        || e.getErrorCode() == TOO_MANY_CONNECTIONS
        || e.getErrorCode() == SERVER_SHUTDOWN
        || e.getErrorCode() == CLIENT_SILENT;
  }

  /** Whether the error is a conflict with another transaction. */
  static boolean isConflict(SQLException e) {
    return state(e).startsWith("40") || e.getErrorCode() == LOCK_TIMEOUT;
  }

  private static String state(SQLException e) {
    return e.getSQLState() == null ? "" : e.getSQLState().toUpperCase(Locale.ROOT);
  }

  void close() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException broken) {
        connection = null; // there is nothing left to close
      }
      connection = null;
    }
  }
}
