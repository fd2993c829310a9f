/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisRetry;
import org.trilink.runtime.operator.LimitedWarnings;
import org.trilink.runtime.redis.RedisFailures;

/**
 * Holds the whole table. It is read when the job starts, which fails if that fails, and again at
 * intervals by a thread of its own; lookups see the new rows all at once. A reload that fails
 * leaves the rows as they are.
 */
final class FullCache implements LookupTable {

  private static final Logger LOG = LoggerFactory.getLogger(FullCache.class);
  private static final long CLOSE_LIMIT_SECONDS = 30;

  private final String table;
  private final RedisClient redis;
  private final FullLoad load;
  private final RedisRetry retry;
  private final LookupMetrics metrics;
  private volatile Map<LookupAddress, List<GenericRowData>> rows = Collections.emptyMap();
  private volatile long size;
  private volatile boolean closed;

  /** Whether the last reload failed; of the reloading thread. */
  private boolean reloadFailed;

  /**
   * Warnings about reloads that fail: a single key that holds something else makes them fail as
   * often as they run.
   */
  private final LimitedWarnings failures = new LimitedWarnings(LOG::warn);

  @Nullable private ScheduledExecutorService reloader;
  @Nullable private Future<?> reloads;

  /**
   * @param table the table's name, for messages
   */
  FullCache(
      String table, RedisClient redis, FullLoad load, RedisRetry retry, LookupMetrics metrics) {
    this.table = table;
    this.redis = redis;
    this.load = load;
    this.retry = retry;
    this.metrics = metrics;
    metrics.reportCached(() -> size);
  }

  /**
   * Reads the table, and again at intervals.
   *
   * @param interval from the end of one reload to the start of the next; null to read it once
   */
  void start(@Nullable Duration interval) throws InterruptedException {
    load();
    LOG.info("Redis table {}: its full cache holds {} rows.", table, size);
    if (interval != null) {
      reloader =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "redis-reload " + table);
                thread.setDaemon(true);
                return thread;
              });
      long millis = interval.toMillis();
      reloads =
          reloader.scheduleWithFixedDelay(this::reload, millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void load() throws InterruptedException {
    long start = System.nanoTime();
    try {
      Map<LookupAddress, List<GenericRowData>> loaded = retry.call("reading all keys", load::load);
      rows = loaded;
      size = loaded.values().stream().mapToLong(List::size).sum();
      metrics.countLoad((System.nanoTime() - start) / 1_000_000);
    } catch (RuntimeException e) {
      metrics.countLoadFailure();
      throw e;
    }
  }

  private void reload() {
    try {
      load();
      failures.tick();
      if (reloadFailed) {
        LOG.info("Redis table {}: a reload succeeded again, with {} rows.", table, size);
      } else {
        LOG.debug("Redis table {}: a reload found {} rows.", table, size);
      }
      reloadFailed = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    } catch (RuntimeException | OutOfMemoryError e) { // an error thrown on would end the reloads
      reloadFailed = true;
      if (!closed) {
        failures.add(
            String.format(
                "Redis table %s: the reload failed; the cache keeps its former %d rows: %s",
                table, size, RedisFailures.messages(e)));
      }
    }
  }

  @Override
  public List<GenericRowData> find(LookupAddress address) {
    List<GenericRowData> found = rows.get(address);
    if (found == null) {
      metrics.countMiss();
      return Collections.emptyList();
    }
    metrics.countHit();
    return found;
  }

  @Override
  public void close() {
    closed = true;
    if (reloader != null) {
      reloads.cancel(true);
      reloader.shutdownNow();
    }
    redis.close();
    awaitReload();
    rows = Collections.emptyMap();
  }

  /** A thread that outlives the job would hold its classes. */
  private void awaitReload() {
    try {
      if (reloader != null && !reloader.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("Redis table {}: a reload does not end.", table);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
