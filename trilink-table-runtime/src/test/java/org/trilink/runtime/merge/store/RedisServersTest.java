/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.trilink.runtime.merge.store.MergeStoreContract.id;
import static org.trilink.runtime.merge.store.MergeStoreContract.increment;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.testing.TestCertificate;
import redis.clients.jedis.Jedis;

/** Servers with TLS, and servers that are refused. */
@Tag("slow")
class RedisServersTest {

  private static final String PASSWORD = "SEKRET-Q0Q";

  @TempDir static Path folder;

  private static final SSLContext JAVAS = javas();

  private static RedisTestServer tls;
  private static int tlsPort;
  private static TestCertificate certificate;

  private static SSLContext javas() {
    try {
      return SSLContext.getDefault();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    certificate = TestCertificate.generate(folder, "dns:localhost");
    tlsPort = RedisTestServer.freePort();
    tls =
        RedisTestServer.started(
            PASSWORD,
            "tls-port " + tlsPort,
            "tls-cert-file " + certificate.certificateFile(),
            "tls-key-file " + certificate.keyFile(),
            "tls-ca-cert-file " + certificate.certificateFile(),
            "tls-auth-clients no");
  }

  @AfterAll
  static void stop() throws Exception {
    tls.close();
  }

  private static MergeStore store(String address) {
    return MergeStores.open(
        StoreAddress.of(address),
        new MergeRun(id(), "job", false),
        RedisServersTest.class.getClassLoader());
  }

  private static void join(String address) {
    try (MergeStore store = store(address)) {
      store.join(Membership.fresh(0, 1, id()));
    }
  }

  /**
   * Runs as if {@code javax.net.ssl.trustStore} had been set to the file at the process's start.
   */
  private static void trusting(Path truststore, Runnable work) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    try (InputStream content = Files.newInputStream(truststore)) {
      trusted.load(content, TestCertificate.PASSWORD.toCharArray());
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    SSLContext.setDefault(context);
    try {
      work.run();
    } finally {
      SSLContext.setDefault(JAVAS);
    }
  }

  private static String overTls(String host) {
    return "rediss://:" + PASSWORD + "@" + host + ":" + tlsPort + "/1";
  }

  @Test
  void mergesOverTls() throws Exception {
    trusting(
        certificate.truststore(),
        () -> {
          try (MergeStore store = store(overTls("localhost"))) {
            String writer = id();
            store.join(Membership.fresh(0, 1, writer));
            Chunk chunk = new Chunk(writer, 1, 0, 1, List.of(increment(3, 60, "x", 5)));
            assertThat(store.apply(chunk, MergeStoreContract::add)).isTrue();
          }
        });
    try (Jedis redis = tls.connect()) {
      redis.select(1);
      assertThat(redis.keys("trilink_merge:*:values:3:60")).hasSize(1);
    }
  }

  @Test
  void trustsNoUnknownCertificate() {
    assertThatThrownBy(() -> join(overTls("localhost")))
        .isInstanceOf(StoreRefusal.class)
        .hasMessageStartingWith(
            "Global merge: rediss://:***@localhost:" + tlsPort + "/1: its certificate is not")
        .hasMessageContaining("-Djavax.net.ssl.trustStore=FILE");
  }

  @Test
  void checksThatTheCertificateNamesTheHost() throws Exception {
    trusting(
        certificate.truststore(),
        () ->
            assertThatThrownBy(() -> join(overTls("127.0.0.1")))
                .isInstanceOf(StoreRefusal.class)
                .hasMessageContaining("The certificate must name the host of the address."));
  }

  @Test
  void aServerWithoutTlsIsNamed() {
    assertThatThrownBy(() -> join("rediss://:" + PASSWORD + "@localhost:" + tls.port()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("rediss://:***@localhost:" + tls.port())
        .hasMessageContaining("'rediss://' is Redis over TLS");
  }

  @Test
  void aClusterIsRefused() throws Exception {
    try (RedisTestServer node = RedisTestServer.started("", "cluster-enabled yes")) {
      String address = "redis://127.0.0.1:" + node.port();
      assertThatThrownBy(() -> join(address))
          .isInstanceOf(StoreRefusal.class)
          .hasMessageStartingWith(
              "Global merge: " + address + " is a node of a Redis Cluster, which may lose");
    }
  }

  /** A server repeats the password in its error if it does not know the command. */
  @Test
  void whatAServerRepeatsIsMasked() throws Exception {
    try (RedisTestServer old = RedisTestServer.started("", "rename-command AUTH \"\"")) {
      String address = "redis://:" + PASSWORD + "@127.0.0.1:" + old.port();
      StoreException thrown = catchThrowableOfType(StoreException.class, () -> join(address));
      assertThat(ExceptionUtils.stringifyException(thrown))
          .contains("unknown command `AUTH`")
          .doesNotContain(PASSWORD);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://:SEKRET/Q0Q@127.0.0.1",
        "redis://:SEKRET@Q0Q@127.0.0.1:x",
        "redis://:1/SEKRET@127.0.0.1",
        "redis://:1?SEKRET@127.0.0.1",
        "redis://:SEKRET@127.0.0.1/base"
      })
  void addressesThatCannotBeReadAreRefusedWithoutTheirPasswords(String address) {
    assertThat(StoreAddress.of(address).isWellFormed()).isFalse();
    assertThatThrownBy(() -> join(address))
        .isInstanceOf(StoreRefusal.class)
        .hasMessageContaining("is not the address of a Redis server")
        .hasMessageNotContaining("SEKRET");
  }
}
