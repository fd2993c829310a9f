/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.trilink.connector.redis.RedisConnectorOptions.LOOKUP_MAX_RETRIES;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.TableFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisConnectionOptions;
import org.trilink.connector.redis.RedisConnectorOptions;
import org.trilink.connector.redis.RedisMapping;
import org.trilink.connector.redis.RedisRetry;

/** Gives a lookup join the rows of a Redis table. */
public final class RedisLookupFunction extends TableFunction<RowData> {

  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(RedisLookupFunction.class);

  private final String name;
  private final RedisConnectionOptions connection;
  private final RedisMapping mapping;
  private final LookupOptions options;
  private final LookupPlan plan;
  @Nullable private transient Lookup lookup;

  RedisLookupFunction(
      String name,
      RedisConnectionOptions connection,
      RedisMapping mapping,
      LookupOptions options,
      LookupPlan plan) {
    this.name = name;
    this.connection = connection;
    this.mapping = mapping;
    this.options = options;
    this.plan = plan;
  }

  @Override
  public void open(FunctionContext context) throws Exception {
    LookupMetrics metrics = new LookupMetrics(context.getMetricGroup());
    RedisClient redis = RedisClient.open(connection, name);
    LOG.info("Redis table {}: is looked up in {}; {}.", name, connection, options);
    try {
      lookup = lookup(redis, metrics);
    } catch (RuntimeException | InterruptedException e) {
      redis.close();
      throw e;
    }
  }

  private Lookup lookup(RedisClient redis, LookupMetrics metrics) throws InterruptedException {
    RedisRetry retry = new RedisRetry(options.maxRetries(), LOOKUP_MAX_RETRIES.key(), name);
    WrongTypes wrongTypes = new WrongTypes(name, mapping.dataType());
    switch (options.cache()) {
      case NONE:
        return asking(redis, retry, wrongTypes, metrics);
      case PARTIAL:
        return new PartialCache(
            asking(redis, retry, wrongTypes, metrics),
            options.cacheMaxRows(),
            options.cacheTtl(),
            metrics);
      case FULL:
        return new AddressLookup(plan, fullCache(redis, retry, wrongTypes, metrics));
    }
    throw new IllegalStateException(options.cache().toString());
  }

  /** Asks Redis for every lookup. */
  private Lookup asking(
      RedisClient redis, RedisRetry retry, WrongTypes wrongTypes, LookupMetrics metrics) {
    return new AddressLookup(
        plan, new DirectLookup(redis, plan.reader(), retry, wrongTypes, metrics));
  }

  private LookupTable fullCache(
      RedisClient redis, RedisRetry retry, WrongTypes wrongTypes, LookupMetrics metrics)
      throws InterruptedException {
    if (mapping.keyPrefix().isEmpty() && options.fullCacheKeys().isEmpty()) {
      LOG.warn(
          "Redis table {}: without '{}' its full cache reads every key of the database.",
          name,
          RedisConnectorOptions.KEY_PREFIX.key());
    }
    FullLoad load =
        new FullLoad(
            redis, plan.reader(), wrongTypes, mapping.keyPrefix(), options.fullCacheKeys());
    FullCache cache = new FullCache(name, redis, load, retry, metrics);
    cache.start(options.reloadInterval());
    return cache;
  }

  /** Emits the rows for these keys, which are never null. */
  public void eval(Object... keys) throws InterruptedException {
    List<RowData> rows = lookup.rows(keys);
    for (int i = 0; i < rows.size(); i++) { // mostly one, for which an iterator would be too much
      collect(rows.get(i));
    }
  }

  @Override
  public void close() {
    if (lookup != null) {
      lookup.close();
    }
  }
}
