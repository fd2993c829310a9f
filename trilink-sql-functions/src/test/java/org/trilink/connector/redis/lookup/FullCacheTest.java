/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.IntStream;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.LoggedLines;
import redis.clients.jedis.Jedis;

/** A table that is read as a whole, and again. */
@Tag("slow")
class FullCacheTest {

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
  }

  private static LookupStream start(String columns, String options) {
    return start(columns, options, "TRUE");
  }

  private static LookupStream start(String columns, String options, String condition) {
    return LookupStream.start(
        columns, session.connector() + ", 'lookup.cache' = 'full', " + options, condition);
  }

  @Test
  void readsTheKeysWithThePrefixAndNoMore() throws Exception {
    IntStream.range(0, 2500).forEach(i -> redis.set("u[1]*:" + i, "v" + i));
    redis.lpush("u1x:list", "not of this table");

    try (LookupStream stream = start(COLUMNS, "'key.prefix' = 'u[1]*:'")) {
      assertThat(stream.lookUp("17")).isEqualTo("17=v17");
      assertThat(stream.lookUp("2499")).isEqualTo("2499=v2499");
      assertThat(stream.lookUp("2500")).isEqualTo("2500=null");
      assertThat(session.calls("get")).isEqualTo(2500);
      assertThat(SeenMetrics.value("numCachedRecords")).isEqualTo(2500);
      assertThat(SeenMetrics.value("hitCount")).isEqualTo(2);
      assertThat(SeenMetrics.value("missCount")).isEqualTo(1);
      assertThat(SeenMetrics.value("loadCount")).isEqualTo(1);
    }
  }

  @Test
  void readsTheTableAgain() throws Exception {
    redis.set("u:ann", "1");
    redis.set("u:bob", "2");

    String options = "'key.prefix' = 'u:', 'lookup.full-cache.reload-interval' = '50 ms'";
    try (LookupStream stream = start(COLUMNS, options)) {
      assertThat(stream.lookUp("ann")).isEqualTo("ann=1");
      redis.set("u:ann", "one");
      redis.set("u:eve", "three");
      redis.del("u:bob");
      stream.awaitValue("ann", "one");
      stream.awaitValue("eve", "three");
      stream.awaitValue("bob", "null");
    }
  }

  @Test
  void keepsItsRowsWhenAReloadFails() throws Exception {
    redis.set("u:ann", "1");

    String options = "'key.prefix' = 'u:', 'lookup.full-cache.reload-interval' = '50 ms'";
    try (LoggedLines lines = LoggedLines.of(FullCache.class, Level.WARN);
        LookupStream stream = start(COLUMNS, options)) {
      assertThat(stream.lookUp("ann")).isEqualTo("ann=1");
      redis.lpush("u:bob", "no string");
      Await.until("failed reload", () -> SeenMetrics.value("numLoadFailures") >= 1);
      redis.set("u:ann", "2");
      long failures = SeenMetrics.value("numLoadFailures");
      Await.until("two more", () -> SeenMetrics.value("numLoadFailures") > failures + 1);
      assertThat(stream.lookUp("ann")).isEqualTo("ann=1");
      assertThat(lines.texts())
          .singleElement()
          .asString()
          .contains("the cache keeps its former 1 rows: ", "key 'u:bob' holds a list");
      redis.del("u:bob");
      stream.awaitValue("ann", "2");
    }
  }

  @Test
  void failsTheJobWhenTheFirstLoadFails() throws Exception {
    redis.set("u:ann", "1");
    redis.lpush("u:bob", "no string");

    try (LookupStream stream = start(COLUMNS, "'key.prefix' = 'u:'")) {
      assertThatThrownBy(() -> stream.lookUp("ann"))
          .satisfies(
              e ->
                  assertThat(LookupSession.messages(e))
                      .contains(
                          "key 'u:bob' holds a list, but 'data-type' = 'string' is for keys that"
                              + " hold a string"));
    }
  }

  @Test
  void readsHashes() throws Exception {
    redis.hset("u:ann", Map.of("v", "1", "other", "x"));
    redis.hset("u:bob", Map.of("other", "x"));

    try (LookupStream stream = start(COLUMNS, "'data-type' = 'hash', 'key.prefix' = 'u:'")) {
      assertThat(stream.lookUp("ann")).isEqualTo("ann=1");
      assertThat(stream.lookUp("bob")).isEqualTo("bob=null");
      assertThat(SeenMetrics.value("numCachedRecords")).isEqualTo(2);
    }
  }

  @Test
  void aHashThatIsNotThereIsNoRow() throws Exception {
    redis.hset("u:ann", Map.of("v", "1"));
    redis.hset("u:bob", Map.of("other", "x"));

    String keys = "'data-type' = 'hash', 'key.prefix' = 'u:', 'lookup.full-cache.keys' = ";
    try (LookupStream stream = start(COLUMNS, keys + "'ann;bob;eve'")) {
      assertThat(stream.lookUp("ann")).isEqualTo("ann=1");
      assertThat(stream.lookUp("bob")).isEqualTo("bob=null");
      assertThat(SeenMetrics.value("numCachedRecords")).isEqualTo(2);
    }
  }

  @Test
  void readsTheFieldsOfOneKey() throws Exception {
    redis.hset("all", Map.of("ann", "1", "bob", "2"));
    redis.set("of another table", "x");

    try (LookupStream stream =
        start(
            "h STRING, k STRING, v INT, PRIMARY KEY (h, k) NOT ENFORCED",
            "'data-type' = 'hash-field', 'lookup.full-cache.keys' = 'all'",
            "r.h = 'all'")) {
      assertThat(stream.lookUp("ann")).isEqualTo("ann=1");
      assertThat(stream.lookUp("bob")).isEqualTo("bob=2");
      assertThat(stream.lookUp("eve")).isEqualTo("eve=null");
      assertThat(session.calls("hgetall")).isEqualTo(1);
      assertThat(session.calls("hget")).isZero();
    }
  }

  @Test
  void readsTheMembersOfSets() throws Exception {
    redis.sadd("tags:ann", "a", "b");
    redis.sadd("tags:bob", "b");

    String columns = "k STRING, v STRING, PRIMARY KEY (k, v) NOT ENFORCED";
    String options = "'data-type' = 'set', 'key.prefix' = 'tags:'";
    try (LookupStream stream = start(columns, options)) {
      HandedKeys.hand("ann");
      assertThat(new String[] {stream.next(), stream.next()})
          .containsExactlyInAnyOrder("ann=a", "ann=b");
      assertThat(stream.lookUp("eve")).isEqualTo("eve=null");
    }
    try (LookupStream stream = start(columns, options, "r.v = 'a'")) {
      assertThat(stream.lookUp("ann")).isEqualTo("ann=a");
      assertThat(stream.lookUp("bob")).isEqualTo("bob=null");
    }
    assertThat(session.calls("sismember")).isZero();
  }
}
