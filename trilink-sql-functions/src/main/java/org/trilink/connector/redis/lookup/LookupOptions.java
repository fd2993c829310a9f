/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.trilink.connector.redis.RedisConnectorOptions.LOOKUP_CACHE;
import static org.trilink.connector.redis.RedisConnectorOptions.LOOKUP_CACHE_MAX_ROWS;
import static org.trilink.connector.redis.RedisConnectorOptions.LOOKUP_CACHE_TTL;
import static org.trilink.connector.redis.RedisConnectorOptions.LOOKUP_FULL_CACHE_KEYS;
import static org.trilink.connector.redis.RedisConnectorOptions.LOOKUP_FULL_CACHE_RELOAD_INTERVAL;
import static org.trilink.connector.redis.RedisConnectorOptions.LOOKUP_MAX_RETRIES;
import static org.trilink.connector.redis.RedisValidation.require;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;

/** The options of a table that say how rows are looked up in it. */
final class LookupOptions implements Serializable {

  private static final long serialVersionUID = 1;

  private final LookupCacheMode cache;
  private final long cacheMaxRows;
  @Nullable private final Duration cacheTtl;
  @Nullable private final Duration reloadInterval;
  private final ArrayList<String> fullCacheKeys;
  private final int maxRetries;

  private LookupOptions(ReadableConfig options) {
    cacheMaxRows = options.getOptional(LOOKUP_CACHE_MAX_ROWS).orElse(0L);
    cacheTtl = options.get(LOOKUP_CACHE_TTL);
    cache = options.getOptional(LOOKUP_CACHE).orElse(defaultCache(options));
    reloadInterval = options.get(LOOKUP_FULL_CACHE_RELOAD_INTERVAL);
    fullCacheKeys =
        new ArrayList<>(
            options.getOptional(LOOKUP_FULL_CACHE_KEYS).orElse(Collections.emptyList()));
    maxRetries = options.get(LOOKUP_MAX_RETRIES);
  }

  /** As with Flink's JDBC tables, a size and an age are enough to have a cache. */
  private static LookupCacheMode defaultCache(ReadableConfig options) {
    return options.getOptional(LOOKUP_CACHE_MAX_ROWS).isPresent()
            || options.getOptional(LOOKUP_CACHE_TTL).isPresent()
        ? LookupCacheMode.PARTIAL
        : LookupCacheMode.NONE;
  }

  /**
   * A table's.
   *
   * @throws ValidationException if the options do not go together
   */
  static LookupOptions of(ReadableConfig options) {
    LookupOptions lookup = new LookupOptions(options);
    lookup.validate(options);
    return lookup;
  }

  private void validate(ReadableConfig options) {
    if (cache == LookupCacheMode.PARTIAL) {
      require(
          cacheMaxRows > 0 && cacheTtl != null && !isNegativeOrZero(cacheTtl),
          "A partial cache needs both '%s' and '%s', greater than 0: how many rows it holds, and"
              + " for how long.",
          LOOKUP_CACHE_MAX_ROWS.key(),
          LOOKUP_CACHE_TTL.key());
    } else {
      requireAbsent(options, LOOKUP_CACHE_MAX_ROWS, LookupCacheMode.PARTIAL);
      requireAbsent(options, LOOKUP_CACHE_TTL, LookupCacheMode.PARTIAL);
    }
    if (cache != LookupCacheMode.FULL) {
      requireAbsent(options, LOOKUP_FULL_CACHE_RELOAD_INTERVAL, LookupCacheMode.FULL);
      requireAbsent(options, LOOKUP_FULL_CACHE_KEYS, LookupCacheMode.FULL);
    }
    require(
        reloadInterval == null || !isNegativeOrZero(reloadInterval),
        "'%s' must be longer than 0; without it, the table is read once.",
        LOOKUP_FULL_CACHE_RELOAD_INTERVAL.key());
    require(maxRetries >= 0, "'%s' must not be negative.", LOOKUP_MAX_RETRIES.key());
  }

  private static boolean isNegativeOrZero(Duration duration) {
    return duration.isNegative() || duration.toMillis() == 0;
  }

  private void requireAbsent(
      ReadableConfig options, ConfigOption<?> option, LookupCacheMode meantFor) {
    require(
        !options.getOptional(option).isPresent(),
        "'%s' has no effect with '%s' = '%s'; it is only for '%s'.",
        option.key(),
        LOOKUP_CACHE.key(),
        cache,
        meantFor);
  }

  LookupCacheMode cache() {
    return cache;
  }

  /** Returns how many rows a partial cache holds; 0 for other caches. */
  long cacheMaxRows() {
    return cacheMaxRows;
  }

  /** Returns how long a partial cache holds rows after they were read; null for other caches. */
  @Nullable
  Duration cacheTtl() {
    return cacheTtl;
  }

  /** Returns the interval at which a full cache reads the table again; null to read it once. */
  @Nullable
  Duration reloadInterval() {
    return reloadInterval;
  }

  /** The keys, without their prefix, that hold all of the table; empty for all that are found. */
  List<String> fullCacheKeys() {
    return fullCacheKeys;
  }

  int maxRetries() {
    return maxRetries;
  }

  /** For people, such as {@code cache partial, up to 100 rows for 10000 ms, up to 3 retries}. */
  @Override
  public String toString() {
    String text = "cache " + cache;
    if (cache == LookupCacheMode.PARTIAL) {
      text += ", up to " + cacheMaxRows + " rows for " + cacheTtl.toMillis() + " ms";
    } else if (cache == LookupCacheMode.FULL) {
      text +=
          reloadInterval == null
              ? ", read once"
              : ", read again every " + reloadInterval.toMillis() + " ms";
    }
    return text + ", up to " + maxRetries + " retries";
  }
}
