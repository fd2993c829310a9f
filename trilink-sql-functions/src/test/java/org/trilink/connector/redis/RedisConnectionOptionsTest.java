/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;

/** Tests which options of a connection go together. */
class RedisConnectionOptionsTest {

  private static RedisConnectionOptions of(String... options) {
    Map<String, String> map =
        Arrays.stream(options)
            .map(option -> option.split("=", 2))
            .collect(Collectors.toMap(words -> words[0], words -> words[1]));
    return RedisConnectionOptions.of(Configuration.fromMap(map));
  }

  private static void assertRefused(String message, String... options) {
    assertThatThrownBy(() -> of(options))
        .isInstanceOf(ValidationException.class)
        .hasMessage(message);
  }

  @Test
  void tellsWhichServersWithoutThePassword() {
    assertThat(of("nodes=redis.example.org", "password=secret", "database=3", "tls=true"))
        .hasToString("standalone redis.example.org:6379, database 3, TLS");
    assertThat(of("nodes=a:1; [::1]:7000", "redis-mode=cluster", "password=secret"))
        .hasToString("cluster a:1 [::1]:7000");
    assertThat(of("nodes=a;b:5", "redis-mode=sentinel", "sentinel.master=m"))
        .hasToString("sentinel master 'm' at a:26379 b:5, database 0");
  }

  @Test
  void refusesNodesThatAreNone() {
    assertRefused(
        "'nodes': 'redis://:***@localhost' is not a 'host:port'; there are separate options for"
            + " user, password, database and TLS.",
        "nodes=redis://:secret@localhost");
    assertRefused("'nodes': 'a:b' is not a 'host:port'.", "nodes=a:b");
    assertRefused(
        "'nodes': 'a:70000' is not a 'host:port', with a port from 1 to 65535.", "nodes=a:70000");
    assertRefused(
        "'nodes': '::1' is not a 'host:port', and an IPv6 address must be in brackets:"
            + " '[::1]:6379'.",
        "nodes=::1");
  }

  @Test
  void refusesWhatDoesNotGoTogether() {
    assertRefused(
        "'nodes' names 2 servers, but with 'redis-mode' = 'standalone' there is one; for several"
            + " choose 'sentinel' or 'cluster'.",
        "nodes=a;b");
    assertRefused(
        "'database' = '2': a Redis Cluster has only database 0; leave the option out.",
        "nodes=a",
        "redis-mode=cluster",
        "database=2");
    assertRefused("'username' needs a 'password'.", "nodes=a", "username=u");
    assertRefused(
        "With 'redis-mode' = 'sentinel', 'sentinel.master' must be the name of the master that the"
            + " sentinels monitor.",
        "nodes=a",
        "redis-mode=sentinel");
    assertRefused(
        "'sentinel.master' has no effect with 'redis-mode' = 'cluster'; it is only for 'sentinel'.",
        "nodes=a",
        "redis-mode=cluster",
        "sentinel.master=m");
    assertRefused(
        "'tls.truststore' has no effect without 'tls' = 'true'.", "nodes=a", "tls.truststore=f");
    assertRefused(
        "'response.timeout' must be longer than 0 ms and at most 24 days.",
        "nodes=a",
        "response.timeout=0 ms");
  }
}
