/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.apache.flink.configuration.ConfigOptions.key;

import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.trilink.connector.redis.lookup.LookupCacheMode;

/** The options of a table {@code WITH ('connector' = 'redis')}. */
@PublicEvolving
public final class RedisConnectorOptions {

  // ------------------------------------------------------------------------------- connection

  public static final ConfigOption<RedisMode> REDIS_MODE =
      key("redis-mode")
          .enumType(RedisMode.class)
          .defaultValue(RedisMode.STANDALONE)
          .withDescription(
              "How the Redis servers are deployed: 'standalone', 'sentinel' or 'cluster'.");

  public static final ConfigOption<List<String>> NODES =
      key("nodes")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "The server, or with 'redis-mode' = 'sentinel' the sentinels, or with 'cluster' some"
                  + " of the cluster's nodes: 'host:port;host:port'.");

  /** The user for logging in to the server; null (the default) for the server's default user. */
  public static final ConfigOption<String> USERNAME =
      key("username")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The user (ACL) for logging in. By default, the default user of the server.");

  /** The password for logging in to the server; null (the default) for no login. */
  public static final ConfigOption<String> PASSWORD =
      key("password").stringType().noDefaultValue().withDescription("The password for logging in.");

  public static final ConfigOption<Integer> DATABASE =
      key("database")
          .intType()
          .defaultValue(0)
          .withDescription("The number of the database; a cluster has only database 0.");

  public static final ConfigOption<Duration> CONNECTION_TIMEOUT =
      key("connection.timeout")
          .durationType()
          .defaultValue(Duration.ofSeconds(5))
          .withDescription("How long to wait for a connection.");

  public static final ConfigOption<Duration> RESPONSE_TIMEOUT =
      key("response.timeout")
          .durationType()
          .defaultValue(Duration.ofSeconds(10))
          .withDescription(
              "How long to wait for a response of a server before the connection is considered"
                  + " lost.");

  // -------------------------------------------------------------------------------------- tls

  public static final ConfigOption<Boolean> TLS =
      key("tls")
          .booleanType()
          .defaultValue(false)
          .withDescription("Whether to connect to the servers and the sentinels over TLS.");

  /**
   * The path of a key store with the trusted certificates; null (the default) for the certificates
   * that Java trusts.
   */
  public static final ConfigOption<String> TLS_TRUSTSTORE =
      key("tls.truststore")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The path, on every TaskManager, of a Java key store (PKCS12 or JKS) with the trusted"
                  + " certificates. By default, the certificates that Java trusts.");

  public static final ConfigOption<String> TLS_TRUSTSTORE_PASSWORD =
      key("tls.truststore-password")
          .stringType()
          .noDefaultValue()
          .withDescription("The password of 'tls.truststore'.");

  /**
   * The path of a key store with the client's certificate and key; null (the default) for a client
   * that shows no certificate.
   */
  public static final ConfigOption<String> TLS_KEYSTORE =
      key("tls.keystore")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The path, on every TaskManager, of a Java key store (PKCS12 or JKS) with the"
                  + " certificate and key of the client, for servers that require one.");

  public static final ConfigOption<String> TLS_KEYSTORE_PASSWORD =
      key("tls.keystore-password")
          .stringType()
          .noDefaultValue()
          .withDescription("The password of 'tls.keystore' and of the key in it.");

  public static final ConfigOption<Boolean> TLS_VERIFY_HOSTNAME =
      key("tls.verify-hostname")
          .booleanType()
          .defaultValue(true)
          .withDescription("Whether the certificate of a server must match its host name.");

  // --------------------------------------------------------------------------------- sentinel

  public static final ConfigOption<String> SENTINEL_MASTER =
      key("sentinel.master")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "With 'redis-mode' = 'sentinel': the name under which the master is monitored.");

  /**
   * The user for logging in to the sentinels; null (the default) for the sentinels' default user.
   */
  public static final ConfigOption<String> SENTINEL_USERNAME =
      key("sentinel.username")
          .stringType()
          .noDefaultValue()
          .withDescription("The user for logging in to the sentinels.");

  /** The password for logging in to the sentinels; null (the default) for no login. */
  public static final ConfigOption<String> SENTINEL_PASSWORD =
      key("sentinel.password")
          .stringType()
          .noDefaultValue()
          .withDescription("The password for logging in to the sentinels.");

  // ---------------------------------------------------------------------------------- mapping

  public static final ConfigOption<RedisDataType> DATA_TYPE =
      key("data-type")
          .enumType(RedisDataType.class)
          .defaultValue(RedisDataType.STRING)
          .withDescription("The data type of the values that Redis keys hold.");

  /**
   * The columns that form the Redis key; null (the default) for those that the description names.
   */
  public static final ConfigOption<List<String>> KEY_COLUMNS =
      key("key.columns")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "The columns that form the Redis key: 'column;column'. By default all columns of the"
                  + " PRIMARY KEY; for hash-field and set without the last one; for list the first"
                  + " column of the table.");

  public static final ConfigOption<String> KEY_PREFIX =
      key("key.prefix")
          .stringType()
          .defaultValue("")
          .withDescription("The prefix of all Redis keys of the table.");

  public static final ConfigOption<String> KEY_DELIMITER =
      key("key.delimiter")
          .stringType()
          .defaultValue(":")
          .withDescription("The delimiter between the columns of a key that has several columns.");

  // ------------------------------------------------------------------------------------- sink

  /** The command that writes a row; null (the default) for the one that suits the data type. */
  public static final ConfigOption<RedisSinkCommand> SINK_COMMAND =
      key("sink.command")
          .enumType(RedisSinkCommand.class)
          .noDefaultValue()
          .withDescription(
              "The command that writes a row. By default set for string, hset for hash and"
                  + " hash-field, sadd for set, rpush for list.");

  /** The time after which a Redis key expires; null (the default) for keys that live for ever. */
  public static final ConfigOption<Duration> TTL =
      key("ttl")
          .durationType()
          .noDefaultValue()
          .withDescription(
              "The time after its last write (or its creation, see 'ttl.on') at which a Redis key"
                  + " expires, with all of its fields, members or elements. By default, keys do not"
                  + " expire.");

  public static final ConfigOption<RedisTtlStart> TTL_ON =
      key("ttl.on")
          .enumType(RedisTtlStart.class)
          .defaultValue(RedisTtlStart.EVERY_WRITE)
          .withDescription(
              "When the time of 'ttl' begins: 'every-write': anew with each write of the Redis key;"
                  + " 'new-key': once, when the key is created.");

  public static final ConfigOption<Integer> SINK_BUFFER_FLUSH_MAX_ROWS =
      key("sink.buffer-flush.max-rows")
          .intType()
          .defaultValue(100)
          .withDescription(
              "How many rows a subtask buffers before it writes them; with 1, each row is written"
                  + " at once.");

  public static final ConfigOption<Duration> SINK_BUFFER_FLUSH_INTERVAL =
      key("sink.buffer-flush.interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(1))
          .withDescription(
              "The time after which buffered rows are written, however few they are; with 0, there"
                  + " is no time limit.");

  public static final ConfigOption<Integer> SINK_MAX_RETRIES =
      key("sink.max-retries")
          .intType()
          .defaultValue(3)
          .withDescription(
              "How often a write is retried when the server is not available, with pauses of 1, 2,"
                  + " 4, 8, and then always 10 seconds.");

  // ----------------------------------------------------------------------------------- lookup

  public static final ConfigOption<Integer> LOOKUP_MAX_RETRIES =
      key("lookup.max-retries")
          .intType()
          .defaultValue(3)
          .withDescription(
              "How often a lookup is retried when the server is not available, with pauses of 1, 2,"
                  + " 4, 8, and then always 10 seconds.");

  /**
   * The cache of lookups; null (the default) for a partial one if one of the options of that cache
   * is set, else for none.
   */
  public static final ConfigOption<LookupCacheMode> LOOKUP_CACHE =
      key("lookup.cache")
          .enumType(LookupCacheMode.class)
          .noDefaultValue()
          .withDescription(
              "What is cached for lookups. 'none': nothing; 'partial': the rows of the keys that"
                  + " were looked up, and which keys have no rows; 'full': the whole table. By"
                  + " default 'partial' if 'lookup.cache.max-rows' or 'lookup.cache.ttl' is set,"
                  + " else 'none'.");

  public static final ConfigOption<Long> LOOKUP_CACHE_MAX_ROWS =
      key("lookup.cache.max-rows")
          .longType()
          .noDefaultValue()
          .withDescription(
              "How many rows the partial cache of each subtask holds; a key without rows counts as"
                  + " one row.");

  public static final ConfigOption<Duration> LOOKUP_CACHE_TTL =
      key("lookup.cache.ttl")
          .durationType()
          .noDefaultValue()
          .withDescription(
              "How long a partial cache keeps the rows of a key after it has read them.");

  /**
   * The interval at which a full cache reads the table again; null (the default) to read the table
   * once.
   */
  public static final ConfigOption<Duration> LOOKUP_FULL_CACHE_RELOAD_INTERVAL =
      key("lookup.full-cache.reload-interval")
          .durationType()
          .noDefaultValue()
          .withDescription(
              "How long after reading the table a full cache reads it again. By default, it reads"
                  + " the table only when the job starts.");

  /**
   * The keys, without the prefix, that a full cache reads; null (the default) for all keys with the
   * prefix.
   */
  public static final ConfigOption<List<String>> LOOKUP_FULL_CACHE_KEYS =
      key("lookup.full-cache.keys")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "The keys, without 'key.prefix', that a full cache reads: 'key;key'. By default, all"
                  + " keys that begin with 'key.prefix'.");

  private RedisConnectorOptions() {}
}
