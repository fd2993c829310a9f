/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.trilink.connector.redis.RedisConnectorOptions.TLS;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS_KEYSTORE;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS_KEYSTORE_PASSWORD;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS_TRUSTSTORE;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS_TRUSTSTORE_PASSWORD;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS_VERIFY_HOSTNAME;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.annotation.Nullable;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;

/** Whom a TLS connection trusts, and what it shows of itself. */
final class RedisTls {

  private final RedisConnectionOptions options;

  RedisTls(RedisConnectionOptions options) {
    this.options = options;
  }

  /** Refuses options of TLS without TLS. */
  static void validate(ReadableConfig options) {
    for (ConfigOption<?> option :
        Arrays.asList(
            TLS_TRUSTSTORE, TLS_TRUSTSTORE_PASSWORD, TLS_KEYSTORE, TLS_KEYSTORE_PASSWORD)) {
      if (!options.get(TLS) && options.getOptional(option).isPresent()) {
        throw new ValidationException(
            String.format("'%s' has no effect without '%s' = 'true'.", option.key(), TLS.key()));
      }
    }
  }

  /**
   * Reads the stores.
   *
   * @throws RedisConnectorException if one cannot be read, naming its option
   */
  SSLSocketFactory socketFactory() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), trustManagers(), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new RedisConnectorException("Redis: cannot prepare TLS: " + e.getMessage(), e);
    }
  }

  /** Java checks a certificate's host only if asked to. */
  SSLParameters parameters() {
    SSLParameters parameters = new SSLParameters();
    if (options.get(TLS_VERIFY_HOSTNAME)) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    return parameters;
  }

  /** Returns the trust managers of the trust store; null for those of Java. */
  @Nullable
  private TrustManager[] trustManagers() throws GeneralSecurityException {
    if (options.get(TLS_TRUSTSTORE) == null) {
      return null;
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(read(TLS_TRUSTSTORE, TLS_TRUSTSTORE_PASSWORD));
    return factory.getTrustManagers();
  }

  /** Returns the key managers of the key store; null for no certificate of the client's own. */
  @Nullable
  private KeyManager[] keyManagers() throws GeneralSecurityException {
    if (options.get(TLS_KEYSTORE) == null) {
      return null;
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(
        read(TLS_KEYSTORE, TLS_KEYSTORE_PASSWORD), characters(options.get(TLS_KEYSTORE_PASSWORD)));
    return factory.getKeyManagers();
  }

  private KeyStore read(ConfigOption<String> option, ConfigOption<String> password) {
    String path = options.get(option);
    try (InputStream content = new FileInputStream(path)) {
      KeyStore store = KeyStore.getInstance("JKS"); // Java reads PKCS12 under this name, too
      store.load(content, characters(options.get(password)));
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new RedisConnectorException(
          String.format(
              "Redis: cannot read '%s' = '%s' (it must be a PKCS12 or JKS file on every"
                  + " TaskManager, and '%s-password' its password): %s",
              option.key(), path, option.key(), e.getMessage()),
          e);
    }
  }

  @Nullable
  private static char[] characters(@Nullable String password) {
    return password == null ? null : password.toCharArray();
  }
}
