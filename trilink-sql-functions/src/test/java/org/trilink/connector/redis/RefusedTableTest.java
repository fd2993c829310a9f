/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.trilink.connector.redis.RedisSql.with;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.merge.store.RedisTestServer;

/** Flink prints a table's options with every error of its factory. */
class RefusedTableTest {

  private static final String[] STATEMENTS = {
    "INSERT INTO t VALUES ('k', 'v')",
    "SELECT * FROM t",
    "SELECT * FROM (SELECT 'k' AS k, PROCTIME() AS p) AS o"
        + " JOIN t FOR SYSTEM_TIME AS OF o.p AS l ON l.k = o.k"
  };

  private static RedisSql table(String... options) throws Exception {
    RedisSql sql = new RedisSql();
    sql.run("CREATE TABLE t (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)" + with(options));
    return sql;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes=redis://:SEKRET@127.0.0.1:6379",
        "nodes=redis://:SE/KRET@127.0.0.1:6379",
        "nodes=:SEKRET@127.0.0.1:6379",
        "nodes=h:1;rediss://me:SEKRET@127.0.0.1:6379",
        "nodes=h:1\nurl=redis://:SEKRET@127.0.0.1:6379",
        "nodes=h:1\npasswd=SEKRET",
        "url=redis://:SEKRET@127.0.0.1:6379"
      })
  void passwordsInTheWrongPlaceAreNotShown(String options) throws Exception {
    for (String statement : STATEMENTS) {
      RedisSql sql = table(options);
      Throwable thrown = catchThrowable(() -> sql.run(statement));

      assertThat(thrown)
          .as(statement)
          .hasStackTraceContaining(ValidationException.class.getName())
          .hasStackTraceContaining("Redis table default_catalog.default_database.t: ");
      assertThat(ExceptionUtils.stringifyException(thrown).replace("SE/KRET", "SEKRET"))
          .doesNotContain("SEKRET");
    }
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    RedisSql sql = table("nodes=redis://:SEKRET@127.0.0.1:6379");

    assertThatThrownBy(() -> sql.run(STATEMENTS[0]))
        .hasStackTraceContaining(
            "Redis table default_catalog.default_database.t: 'nodes': 'redis://:***@127.0.0.1:6379'"
                + " is not a 'host:port'; there are separate options for user, password, database"
                + " and TLS.");
  }

  @Test
  void errorsWithoutPasswordsAreFlinksWithAllOptions() throws Exception {
    RedisSql sql = table("nodes=h:1", "password=SEKRET", "data-type=heap");

    assertThatThrownBy(() -> sql.run(STATEMENTS[0]))
        .hasStackTraceContaining("Unable to create a sink for writing table")
        .hasStackTraceContaining("'password'='******'");
  }

  @Test
  void whatAServerRepeatsIsMasked() throws Exception {
    try (RedisTestServer old = RedisTestServer.started("", "rename-command AUTH \"\"")) {
      RedisSql sql = table("nodes=127.0.0.1:" + old.port(), "password=SEKRET-Q0Q");
      Throwable thrown = catchThrowable(() -> sql.run(STATEMENTS[0]));

      assertThat(ExceptionUtils.stringifyException(thrown))
          .contains("unknown command `AUTH`")
          .doesNotContain("SEKRET");
    }
  }
}
