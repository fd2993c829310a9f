/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.io.Serializable;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.flink.util.concurrent.ExponentialBackoffRetryStrategy;
import org.apache.flink.util.concurrent.RetryStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.redis.RedisFailures;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Retries while the server is unreachable or not ready, with delays of 1, 2, 4, 8, 10, 10, ... s.
 */
public final class RedisRetry implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(RedisRetry.class);

  private static final RetryStrategy PAUSES =
      new ExponentialBackoffRetryStrategy(
          Integer.MAX_VALUE, Duration.ofSeconds(1), Duration.ofSeconds(10));

  private final int maxRetries;
  private final String option;
  private final String table;

  /**
   * Creates the retries for one table.
   *
   * @param maxRetries how often to try again
   * @param option the option that says so, for messages
   */
  public RedisRetry(int maxRetries, String option, String table) {
    this.maxRetries = maxRetries;
    this.option = option;
    this.table = table;
  }

  /**
   * The result of an attempt that did not fail.
   *
   * @param what it does, for messages: {@code writing 100 rows}
   * @throws RedisConnectorException if no server is ready at the last attempt, with the number of
   *     attempts and the time they took; or if the server returns an error for which a retry does
   *     not help
   */
  public <T> T call(String what, Supplier<T> attempt) throws InterruptedException {
    long start = System.nanoTime();
    RetryStrategy pauses = PAUSES;
    for (int retry = 0; ; retry++) {
      try {
        T result = attempt.get();
        if (retry > 0) {
          LOG.info("Redis table {}: {} succeeded at retry {}.", table, what, retry);
        }
        return result;
      } catch (JedisException e) {
        if (!RedisErrors.isPassing(e)) {
          throw new RedisConnectorException(
              String.format(
                  "Redis table %s: %s failed: %s", table, what, RedisFailures.messages(e)),
              e);
        }
        if (retry == maxRetries) {
          throw gaveUp(what, Duration.ofNanos(System.nanoTime() - start), e);
        }
        LOG.warn(
            "Redis table {}: {} failed, retry {} of {} follows: {}",
            table,
            what,
            retry + 1,
            maxRetries,
            RedisFailures.messages(e));
        Thread.sleep(pauses.getRetryDelay().toMillis());
        pauses = pauses.getNextRetryStrategy();
      }
    }
  }

  private RedisConnectorException gaveUp(String what, Duration time, JedisException e) {
    return new RedisConnectorException(
        String.format(
            "Redis table %s: %s failed after %d retries in %.1f s; is the server up? For more"
                + " retries raise '%s'. %s",
            table, what, maxRetries, time.toMillis() / 1000.0, option, RedisFailures.messages(e)),
        e);
  }
}
