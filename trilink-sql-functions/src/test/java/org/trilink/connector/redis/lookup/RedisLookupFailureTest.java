/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.Jedis;

/** Servers that are gone, and data that is not what the table says. */
@Tag("slow")
class RedisLookupFailureTest {

  private static final String COLUMNS = "k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED";
  private LookupSession session;

  @BeforeEach
  void startServer() throws Exception {
    session = LookupSession.start();
  }

  @AfterEach
  void stopServer() throws Exception {
    session.close();
  }

  @Test
  void goesOnWhenTheServerIsBack() throws Exception {
    try (Jedis redis = session.redis()) {
      redis.mset("a", "1", "b", "2", "c", "3");
    }
    String options = session.connector() + ", 'lookup.max-retries' = '20'";
    try (LookupStream stream = LookupStream.start(COLUMNS, options)) {
      assertThat(stream.lookUp("a")).isEqualTo("a=1");
      session.server.kill();
      HandedKeys.hand("b");
      Await.until("lookup", HandedKeys::areTaken);
      HandedKeys.hand("c", "a");
      session.server.start();
      assertThat(stream.next()).isEqualTo("b=2");
      assertThat(stream.next()).isEqualTo("c=3");
      assertThat(stream.next()).isEqualTo("a=1");
    }
  }

  @Test
  void givesUpAfterTheLastRetry() throws Exception {
    String options = session.connector() + ", 'lookup.max-retries' = '1'";
    try (LookupStream stream = LookupStream.start(COLUMNS, options)) {
      assertThat(stream.lookUp("a")).isEqualTo("a=null");
      session.server.kill();
      assertFails(
          stream,
          "a",
          "reading a key failed after 1 retries",
          "For more retries raise 'lookup.max-retries'");
      session.server.start(); // for the end of the test
    }
  }

  @Test
  void namesTheOptionsOfAWrongPassword() throws Exception {
    try (LookupStream stream = LookupStream.start(COLUMNS, session.connector("wrong"))) {
      assertFails(stream, "a", "WRONGPASS", "check 'username' and 'password'");
    }
  }

  @Test
  void namesAServerThatCannotBeReached() throws Exception {
    session.server.kill();
    try (LookupStream stream = LookupStream.start(COLUMNS, session.connector())) {
      assertFails(
          stream,
          "a",
          "cannot use standalone 127.0.0.1:" + session.server.port() + ", database 1",
          "check 'nodes' and that the server runs");
    }
    session.server.start();
  }

  @Test
  void namesAKeyOfAnotherType() throws Exception {
    try (Jedis redis = session.redis()) {
      redis.hset("a", "f", "x");
    }
    try (LookupStream stream = LookupStream.start(COLUMNS, session.connector())) {
      assertFails(
          stream,
          "a",
          "Redis table default_catalog.default_database.r: key 'a' holds a hash, but 'data-type' ="
              + " 'string' is for keys that hold a string; correct that option, or set a"
              + " 'key.prefix' that only the table's keys have.");
    }
  }

  @Test
  void namesAValueThatCannotBeRead() throws Exception {
    try (Jedis redis = session.redis()) {
      redis.hset("u:a", Map.of("v", "12 000", "w", "1"));
    }
    String columns = "k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED";
    String options = session.connector() + ", 'key.prefix' = 'u:', 'data-type' = 'hash'";
    try (LookupStream stream = LookupStream.start(columns, options)) {
      assertFails(
          stream,
          "a",
          "Redis key 'u:a': its field 'v' is '12 000', which column 'v' of type INT cannot hold;"
              + " correct the value or declare the column as STRING.");
    }
  }

  @Test
  void namesAFieldThatMustBeThere() throws Exception {
    try (Jedis redis = session.redis()) {
      redis.hset("a", "other", "x");
    }
    String columns = "k STRING, v INT NOT NULL, PRIMARY KEY (k) NOT ENFORCED";
    String options = session.connector() + ", 'data-type' = 'hash'";
    try (LookupStream stream = LookupStream.start(columns, options)) {
      assertFails(
          stream,
          "a",
          "Redis key 'a': its field 'v' is not there, but column 'v' is NOT NULL; declare it"
              + " without NOT NULL.");
    }
  }

  private static void assertFails(LookupStream stream, String key, String... messages) {
    assertThatThrownBy(() -> stream.lookUp(key))
        .satisfies(e -> assertThat(LookupSession.messages(e)).contains(messages));
  }
}
