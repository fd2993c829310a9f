/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Tests which rows a partial cache remembers, and for how long. */
class PartialCacheTest {

  private static final String COLUMNS = "k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED";
  private static LookupSession session;
  private Jedis redis;

  @BeforeAll
  static void startServer() throws Exception {
    session = LookupSession.start();
  }

  @AfterAll
  static void stopServer() throws Exception {
    session.close();
  }

  @BeforeEach
  void empty() {
    redis = session.redis();
    redis.flushDB();
    redis.configResetStat();
    SeenMetrics.clear();
  }

  private static List<String> lookUp(String options, String... keys) {
    StreamTableEnvironment tables = LookupSession.tables();
    tables.executeSql(
        String.format("CREATE TABLE r (%s) WITH (%s%s)", COLUMNS, session.connector(), options));
    return LookupSession.rows(
        tables,
        "SELECT o.k, r.v FROM (SELECT k, PROCTIME() AS t FROM (VALUES ('"
            + String.join("'), ('", keys)
            + "')) AS v(k)) AS o LEFT JOIN r FOR SYSTEM_TIME AS OF o.t ON r.k = o.k");
  }

  @Test
  void readsAKeyOnceAlsoOneThatIsMissing() {
    redis.set("ann", "1");

    String options = ", 'lookup.cache.max-rows' = '10', 'lookup.cache.ttl' = '1 h'";
    assertThat(lookUp(options, "ann", "bob", "ann", "bob", "ann"))
        .containsExactly(
            "+I[ann, 1]", "+I[bob, null]", "+I[ann, 1]", "+I[bob, null]", "+I[ann, 1]");
    assertThat(session.calls("get")).isEqualTo(2);
  }

  @Test
  void withoutACacheEveryLookupAsks() {
    redis.set("ann", "1");

    assertThat(lookUp("", "ann", "bob", "ann", "bob"))
        .containsExactly("+I[ann, 1]", "+I[bob, null]", "+I[ann, 1]", "+I[bob, null]");
    assertThat(session.calls("get")).isEqualTo(4);
    assertThat(SeenMetrics.value("loadCount")).isEqualTo(4);
  }

  @Test
  void holdsNoMoreRowsThanItMay() {
    String options = ", 'lookup.cache.max-rows' = '2', 'lookup.cache.ttl' = '1 h'";
    lookUp(options, "a", "b", "c", "a", "a");

    assertThat(session.calls("get")).isEqualTo(4);
    assertThat(SeenMetrics.value("numCachedRecords")).isZero(); // closed
  }

  @Test
  void countsWhatItDoes() {
    redis.set("ann", "1");

    String options =
        ", 'lookup.cache' = 'partial', 'lookup.cache.max-rows' = '10', 'lookup.cache.ttl' = '1 h'";
    lookUp(options, "ann", "bob", "ann", "bob", "ann");

    assertThat(SeenMetrics.value("hitCount")).isEqualTo(3);
    assertThat(SeenMetrics.value("missCount")).isEqualTo(2);
    assertThat(SeenMetrics.value("loadCount")).isEqualTo(2);
    assertThat(SeenMetrics.value("numLoadFailures")).isZero();
    assertThat(SeenMetrics.value("latestLoadTime")).isNotNegative();
  }

  @Test
  void forgetsARowAfterItsTime() throws Exception {
    redis.set("ann", "1");

    String options = ", 'lookup.cache.max-rows' = '10', 'lookup.cache.ttl' = '300 ms'";
    try (LookupStream stream = LookupStream.start(COLUMNS, session.connector() + options)) {
      assertThat(stream.lookUp("ann")).isEqualTo("ann=1");
      assertThat(stream.lookUp("bob")).isEqualTo("bob=null");
      redis.set("ann", "2");
      redis.set("bob", "3");
      stream.awaitValue("ann", "2");
      stream.awaitValue("bob", "3");
    }
  }
}
