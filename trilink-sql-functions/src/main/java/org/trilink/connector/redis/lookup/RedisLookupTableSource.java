/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.trilink.connector.redis.RedisConnectorOptions.DATA_TYPE;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.TableFunctionProvider;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.trilink.connector.redis.RedisConnectionOptions;
import org.trilink.connector.redis.RedisDataType;
import org.trilink.connector.redis.RedisMapping;
import org.trilink.runtime.operator.KeepsNoKeys;

/**
 * A Redis table as the planner sees it that looks rows up in it. It is also a scan source, but only
 * to refuse scans with a clear message: for a source that cannot be scanned, Flink reports only
 * that there are not enough rules.
 */
public final class RedisLookupTableSource
    implements LookupTableSource, ScanTableSource, SupportsProjectionPushDown, KeepsNoKeys {

  private final String table;
  private final RedisConnectionOptions connection;
  private final RedisMapping mapping;
  private final LookupOptions options;

  /** The columns that the query uses, in its order. */
  private int[] projection;

  private RedisLookupTableSource(
      String table,
      RedisConnectionOptions connection,
      RedisMapping mapping,
      LookupOptions options,
      int[] projection) {
    this.table = table;
    this.connection = connection;
    this.mapping = mapping;
    this.options = options;
    this.projection = projection;
  }

  /**
   * Creates the lookup source of a table.
   *
   * @param table its name, for messages
   * @throws ValidationException if its options do not fit a lookup
   */
  public static RedisLookupTableSource of(
      String table,
      RedisConnectionOptions connection,
      RedisMapping mapping,
      ReadableConfig options) {
    if (mapping.dataType() == RedisDataType.LIST) {
      throw new ValidationException(
          String.format(
              "Redis table %s: tables with '%s' = '%s' can only be written to, not be read.",
              table, DATA_TYPE.key(), RedisDataType.LIST));
    }
    int[] allColumns = IntStream.range(0, mapping.rowType().getFieldCount()).toArray();
    return new RedisLookupTableSource(
        table, connection, mapping, LookupOptions.of(options), allColumns);
  }

  @Override
  public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
    LookupPlan plan = LookupPlan.of(table, mapping, projection, context.getKeys());
    return TableFunctionProvider.of(
        new RedisLookupFunction(table, connection, mapping, options, plan));
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  /** Flink asks for it in lookups, too: what is refused is its use. */
  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return new RefusedScan(table);
  }

  @Override
  public boolean supportsNestedProjection() {
    return false;
  }

  @Override
  public void applyProjection(int[][] projectedFields) {
    projection = Arrays.stream(projectedFields).mapToInt(path -> path[0]).toArray();
  }

  @Override
  public DynamicTableSource copy() {
    return new RedisLookupTableSource(table, connection, mapping, options, projection.clone());
  }

  @Override
  public String asSummaryString() {
    return "Redis " + mapping.dataType();
  }
}
