/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.connector.redis.RedisSql.PASSWORD;
import static org.trilink.connector.redis.RedisSql.with;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.TestCertificate;
import redis.clients.jedis.Jedis;

/** A server with a password that speaks TLS and asks clients for a certificate. */
@Tag("slow")
class RedisTlsTest {

  @TempDir static Path folder;

  private static TestCertificate certificate;
  private static RedisTestServer server;
  private static int tlsPort;

  private RedisSql sql;

  @BeforeAll
  static void startServer() throws Exception {
    certificate = TestCertificate.generate(folder, "dns:localhost");
    tlsPort = RedisTestServer.freePort();
    server =
        RedisTestServer.started(
            PASSWORD,
            "tls-port " + tlsPort,
            "tls-cert-file " + certificate.certificateFile(),
            "tls-key-file " + certificate.keyFile(),
            "tls-ca-cert-file " + certificate.certificateFile(),
            "tls-auth-clients yes");
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  @BeforeEach
  void newSql() {
    sql = new RedisSql();
  }

  private static String[] options(String node) {
    return new String[] {
      "nodes=" + node + ":" + tlsPort, "password=" + PASSWORD, "database=1", "tls=true"
    };
  }

  private static String truststore() {
    return "tls.truststore="
        + certificate.truststore()
        + "\ntls.truststore-password="
        + TestCertificate.PASSWORD;
  }

  private static String keystore() {
    return "tls.keystore="
        + certificate.keystore()
        + "\ntls.keystore-password="
        + TestCertificate.PASSWORD;
  }

  private void write(String node, String... more) throws Exception {
    sql.run(
        "CREATE TABLE t (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with(String.join("\n", options(node)), String.join("\n", more)));
    sql.run("INSERT INTO t VALUES ('k', 'through TLS')");
  }

  @Test
  void writesOverTls() throws Exception {
    write("localhost", truststore(), keystore());

    try (Jedis redis = server.connect()) {
      redis.select(1);
      assertThat(redis.get("k")).isEqualTo("through TLS");
    }
  }

  @Test
  void trustsNoUnknownCertificate() {
    assertThatThrownBy(() -> write("localhost", keystore()))
        .hasStackTraceContaining(
            "Redis table default_catalog.default_database.t: cannot use standalone localhost:"
                + tlsPort
                + ", database 1, TLS: ")
        .hasStackTraceContaining("check 'tls' and 'tls.truststore'.");
  }

  @Test
  void verifiesTheHostUnlessToldOtherwise() throws Exception {
    assertThatThrownBy(() -> write("127.0.0.1", truststore(), keystore()))
        .hasStackTraceContaining(
            "No subject alternative names matching IP address 127.0.0.1 found");

    sql = new RedisSql();
    write("127.0.0.1", truststore(), keystore(), "tls.verify-hostname=false");
  }

  @Test
  void tellsThatTheServerAsksForACertificate() {
    assertThatThrownBy(() -> write("localhost", truststore()))
        .hasStackTraceContaining("cannot use standalone localhost:" + tlsPort);
  }

  @Test
  void namesAStoreThatCannotBeRead() {
    assertThatThrownBy(() -> write("localhost", "tls.truststore=/nowhere.p12"))
        .hasStackTraceContaining("Redis: cannot read 'tls.truststore' = '/nowhere.p12'");
  }
}
