/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.trilink.connector.redis.RedisSql;

/** Tests which options of a sink are refused when a statement is planned; no server is asked. */
class RedisSinkOptionsTest {

  private static void assertRefused(String message, String... options) throws Exception {
    RedisSql sql = new RedisSql();
    sql.run(
        "CREATE TABLE t (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + RedisSql.with("nodes=localhost", String.join("\n", options)));
    assertThatThrownBy(() -> sql.environment().explainSql("INSERT INTO t VALUES ('k', 'v')"))
        .rootCause()
        .hasMessageContaining(message);
  }

  @Test
  void refusesCommandsForOtherTypes() throws Exception {
    assertRefused(
        "'sink.command' = 'lpush' does not write 'data-type' = 'string'; choose one of [set].",
        "sink.command=lpush");
    assertRefused(
        "'sink.command' = 'hincrby' adds numbers, but column 'v' is of type STRING.",
        "data-type=hash",
        "sink.command=hincrby");
  }

  @Test
  void refusesNumbersThatMakeNoSense() throws Exception {
    assertRefused("'ttl' must be longer than 0 ms.", "ttl=0 s");
    assertRefused(
        "'ttl.on' says when the time of 'ttl' begins; set that, too.", "ttl.on=every-write");
    assertRefused(
        "'sink.buffer-flush.max-rows' must be at least 1.", "sink.buffer-flush.max-rows=0");
    assertRefused("'sink.max-retries' must not be negative.", "sink.max-retries=-1");
  }

  @Test
  void refusesOptionsAndWordsThatItDoesNotKnow() throws Exception {
    assertRefused("Unsupported options:\n\nsink.batch", "sink.batch=3");
    assertRefused("Expected one of: [[every-write, new-key]]", "ttl=1 h", "ttl.on=write");
    assertRefused("Expected one of: [[string, hash, hash-field, set, list]]", "data-type=stream");
  }
}
