/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.trilink.connector.redis.lookup.RedisLookupTableSource;
import org.trilink.connector.redis.sink.RedisDynamicTableSink;
import org.trilink.connector.redis.sink.RedisSinkOptions;

/** Makes the sinks and lookup sources of tables {@code WITH ('connector' = 'redis')}. */
@PublicEvolving
public final class RedisDynamicTableFactory
    implements DynamicTableSinkFactory, DynamicTableSourceFactory {

  public static final String IDENTIFIER = "redis";

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Collections.singleton(RedisConnectorOptions.NODES);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return new HashSet<>(
        Arrays.asList(
            RedisConnectorOptions.REDIS_MODE,
            RedisConnectorOptions.USERNAME,
            RedisConnectorOptions.PASSWORD,
            RedisConnectorOptions.DATABASE,
            RedisConnectorOptions.CONNECTION_TIMEOUT,
            RedisConnectorOptions.RESPONSE_TIMEOUT,
            RedisConnectorOptions.TLS,
            RedisConnectorOptions.TLS_TRUSTSTORE,
            RedisConnectorOptions.TLS_TRUSTSTORE_PASSWORD,
            RedisConnectorOptions.TLS_KEYSTORE,
            RedisConnectorOptions.TLS_KEYSTORE_PASSWORD,
            RedisConnectorOptions.TLS_VERIFY_HOSTNAME,
            RedisConnectorOptions.SENTINEL_MASTER,
            RedisConnectorOptions.SENTINEL_USERNAME,
            RedisConnectorOptions.SENTINEL_PASSWORD,
            RedisConnectorOptions.DATA_TYPE,
            RedisConnectorOptions.KEY_COLUMNS,
            RedisConnectorOptions.KEY_PREFIX,
            RedisConnectorOptions.KEY_DELIMITER,
            RedisConnectorOptions.SINK_COMMAND,
            RedisConnectorOptions.TTL,
            RedisConnectorOptions.TTL_ON,
            RedisConnectorOptions.SINK_BUFFER_FLUSH_MAX_ROWS,
            RedisConnectorOptions.SINK_BUFFER_FLUSH_INTERVAL,
            RedisConnectorOptions.SINK_MAX_RETRIES,
            FactoryUtil.SINK_PARALLELISM,
            RedisConnectorOptions.LOOKUP_MAX_RETRIES,
            RedisConnectorOptions.LOOKUP_CACHE,
            RedisConnectorOptions.LOOKUP_CACHE_MAX_ROWS,
            RedisConnectorOptions.LOOKUP_CACHE_TTL,
            RedisConnectorOptions.LOOKUP_FULL_CACHE_RELOAD_INTERVAL,
            RedisConnectorOptions.LOOKUP_FULL_CACHE_KEYS));
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    try {
      return sink(context);
    } catch (ValidationException e) {
      return RefusedTable.of(context, e);
    }
  }

  private DynamicTableSink sink(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    ReadableConfig options = helper.getOptions();
    RedisMapping mapping = mapping(context, options);
    return new RedisDynamicTableSink(
        context.getObjectIdentifier().asSummaryString(),
        RedisConnectionOptions.of(options),
        mapping,
        RedisSinkOptions.of(mapping, options));
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    try {
      return source(context);
    } catch (ValidationException e) {
      return RefusedTable.of(context, e);
    }
  }

  private DynamicTableSource source(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    ReadableConfig options = helper.getOptions();
    return RedisLookupTableSource.of(
        context.getObjectIdentifier().asSummaryString(),
        RedisConnectionOptions.of(options),
        mapping(context, options),
        options);
  }

  private static RedisMapping mapping(Context context, ReadableConfig options) {
    return RedisMapping.of(context.getCatalogTable().getResolvedSchema(), options);
  }
}
