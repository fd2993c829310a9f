/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisErrors;
import org.trilink.connector.redis.RedisRetry;
import redis.clients.jedis.exceptions.JedisDataException;

/** Asks Redis for every lookup. */
final class DirectLookup implements LookupTable {

  private final RedisClient redis;
  private final RowReader reader;
  private final RedisRetry retry;
  private final WrongTypes wrongTypes;
  private final LookupMetrics metrics;

  DirectLookup(
      RedisClient redis,
      RowReader reader,
      RedisRetry retry,
      WrongTypes wrongTypes,
      LookupMetrics metrics) {
    this.redis = redis;
    this.reader = reader;
    this.retry = retry;
    this.wrongTypes = wrongTypes;
    this.metrics = metrics;
  }

  @Override
  public List<GenericRowData> find(LookupAddress address) throws InterruptedException {
    long start = System.nanoTime();
    try {
      List<GenericRowData> rows = retry.call("reading a key", () -> read(address));
      metrics.countLoad((System.nanoTime() - start) / 1_000_000);
      return rows;
    } catch (RuntimeException e) {
      metrics.countLoadFailure();
      throw e;
    }
  }

  /**
   * Reads the rows of an address; throws transient errors as they are, for the retry, and explains
   * others.
   */
  private List<GenericRowData> read(LookupAddress address) {
    try {
      return reader.read(redis, address);
    } catch (JedisDataException e) {
      throw RedisErrors.isPassing(e) ? e : wrongTypes.explain(redis, address.key(), e);
    }
  }

  @Override
  public void close() {
    redis.close();
  }
}
