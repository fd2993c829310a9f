/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterServersTest {

  private static final SqlScript SCRIPT =
      new SqlScript("'127.0.0.1:9092', '127.0.0.1:6379', 'localhost:9092';\n");

  @Test
  void takeThePlaceOfThoseOnTheDefaultPorts() {
    ClusterServers servers = new ClusterServers("127.0.0.1:1", Optional.of("127.0.0.1:2"));

    assertThat(servers.in(SCRIPT).text())
        .isEqualTo("'127.0.0.1:1', '127.0.0.1:2', 'localhost:9092';\n");
    assertThat(servers.change(SCRIPT))
        .hasValue(
            "the running cluster's broker 127.0.0.1:1 in place of 127.0.0.1:9092 and Redis"
                + " 127.0.0.1:2 in place of 127.0.0.1:6379");
  }

  @Test
  void changeNothingWhereTheyAreThoseOfTheScriptOrItNamesNone() {
    ClusterServers onDefaultPorts =
        new ClusterServers(SqlScript.DEFAULT_BROKER, Optional.of(SqlScript.DEFAULT_REDIS));
    ClusterServers withoutRedis = new ClusterServers(SqlScript.DEFAULT_BROKER, Optional.empty());
    ClusterServers elsewhere = new ClusterServers("127.0.0.1:1", Optional.of("127.0.0.1:2"));
    SqlScript other = new SqlScript("SELECT 1;\n");

    assertThat(onDefaultPorts.in(SCRIPT)).isEqualTo(SCRIPT);
    assertThat(onDefaultPorts.change(SCRIPT)).isEmpty();
    assertThat(withoutRedis.in(SCRIPT)).isEqualTo(SCRIPT);
    assertThat(withoutRedis.change(SCRIPT)).isEmpty();
    assertThat(elsewhere.in(other)).isEqualTo(other);
    assertThat(elsewhere.change(other)).isEmpty();
  }
}
