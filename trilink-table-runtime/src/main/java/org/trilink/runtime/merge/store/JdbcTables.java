/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/**
 * The tables of runs. All names begin with {@code trilink_merge_}; column {@code run} is in all.
 */
final class JdbcTables {

  private static final String ID = "CHAR(32) CHARACTER SET ascii COLLATE ascii_bin";
  private static final String JOB = "VARCHAR(65) CHARACTER SET ascii COLLATE ascii_bin";
  private static final String AREA = "VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin";
  private static final String TEXT = "LONGTEXT CHARACTER SET ascii COLLATE ascii_bin";

  private static final String RUNS = "trilink_merge_runs";

  private static final List<String> TABLES =
      Arrays.asList(
          RUNS
              + " (run "
              + ID
              + " PRIMARY KEY, job "
              + JOB
              + " NOT NULL, parent "
              + JOB
              + ", parent_checkpoint BIGINT, parallelism INT NOT NULL, sealed "
              + TEXT
              + ")",
          "trilink_merge_writers (run "
              + ID
              + ", writer "
              + ID
              + ", epoch BIGINT NOT NULL, chunk INT NOT NULL, checkpoint BIGINT,"
              + " PRIMARY KEY (run, writer))",
          "trilink_merge_progress (run "
              + ID
              + ", subtask INT, writer "
              + ID
              + " NOT NULL, published BIGINT NOT NULL, bound BIGINT NOT NULL, idle BOOLEAN NOT NULL, ended BOOLEAN NOT NULL,"
              + " staged "
              + AREA
              + ", PRIMARY KEY (run, subtask))",
          "trilink_merge_buckets (run "
              + ID
              + ", bucket SMALLINT, version BIGINT NOT NULL, PRIMARY KEY (run, bucket))",
          "trilink_merge_values (run "
              + ID
              + ", window_end BIGINT, bucket SMALLINT, key_id VARBINARY("
              + RowKey.MAX_BYTES
              + "), full_key LONGBLOB, accumulator LONGBLOB NOT NULL, version BIGINT NOT NULL,"
              + " PRIMARY KEY (run, window_end, bucket, key_id),"
              + " KEY changes (run, window_end, bucket, version))",
          "trilink_merge_staged (run "
              + ID
              + ", area "
              + AREA
              + ", content_index INT, content LONGBLOB NOT NULL,"
              + " PRIMARY KEY (run, area, content_index))");

  private JdbcTables() {}

  /**
   * Creates missing tables. If the user has no permission for that, they can be created beforehand.
   */
  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (exists(statement)) {
        return;
      }
      for (int i = TABLES.size() - 1; i >= 0; i--) { // the table that is checked comes last
        statement.executeUpdate("CREATE TABLE IF NOT EXISTS " + TABLES.get(i) + " ENGINE=InnoDB");
      }
    }
  }

  private static boolean exists(Statement statement) throws SQLException {
    try (ResultSet found = statement.executeQuery("SHOW TABLES LIKE '" + RUNS + "'")) {
      return found.next();
    }
  }
}
