/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.AsyncTableFunctionProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceFunctionProvider;
import org.apache.flink.table.connector.source.TableFunctionProvider;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.AsyncTableFunction;
import org.apache.flink.table.functions.TableFunction;
import org.trilink.runtime.operator.KeepsNoKeys;

/**
 * Connector 'planned': an empty table that, like Kafka's, generates watermarks in the source, and
 * that supports lookups.
 */
public final class PlannedTableFactory implements DynamicTableSourceFactory {

  private static final ConfigOption<Boolean> UPDATES =
      ConfigOptions.key("updates").booleanType().defaultValue(false);

  /** Whether lookups keep no keys. */
  private static final ConfigOption<Boolean> KEEPS_NO_KEYS =
      ConfigOptions.key("keeps-no-keys").booleanType().defaultValue(false);

  private static final ConfigOption<Boolean> ASYNC =
      ConfigOptions.key("async").booleanType().defaultValue(false);

  @Override
  public String factoryIdentifier() {
    return "planned";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Collections.emptySet();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(UPDATES, KEEPS_NO_KEYS, ASYNC);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    Map<String, String> options = context.getCatalogTable().getOptions();
    return Boolean.parseBoolean(options.get(KEEPS_NO_KEYS.key()))
        ? new KeepingNoKeys()
        : new PlannedTableSource(
            Boolean.parseBoolean(options.get(UPDATES.key())),
            Boolean.parseBoolean(options.get(ASYNC.key())));
  }

  private static class PlannedTableSource
      implements ScanTableSource, LookupTableSource, SupportsWatermarkPushDown {

    private final boolean updates;
    private final boolean async;

    PlannedTableSource(boolean updates, boolean async) {
      this.updates = updates;
      this.async = async;
    }

    @Override
    public ChangelogMode getChangelogMode() {
      return updates ? ChangelogMode.all() : ChangelogMode.insertOnly();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      return SourceFunctionProvider.of(new Nothing(), true);
    }

    @Override
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
      return async
          ? AsyncTableFunctionProvider.of(new FindNothingLater())
          : TableFunctionProvider.of(new FindNothing());
    }

    @Override
    public void applyWatermark(WatermarkStrategy<RowData> watermarkStrategy) {}

    @Override
    public DynamicTableSource copy() {
      return new PlannedTableSource(updates, async);
    }

    @Override
    public String asSummaryString() {
      return "planned";
    }
  }

  private static final class KeepingNoKeys extends PlannedTableSource implements KeepsNoKeys {

    KeepingNoKeys() {
      super(false, false);
    }

    @Override
    public DynamicTableSource copy() {
      return new KeepingNoKeys();
    }
  }

  private static final class Nothing implements SourceFunction<RowData> {

    @Override
    public void run(SourceContext<RowData> context) {}

    @Override
    public void cancel() {}
  }

  /** Finds nothing. */
  public static final class FindNothing extends TableFunction<RowData> {

    public void eval(Object... keys) {}
  }

  /** Finds nothing, some time. */
  public static final class FindNothingLater extends AsyncTableFunction<RowData> {

    public void eval(CompletableFuture<Collection<RowData>> found, Object... keys) {
      found.complete(Collections.emptyList());
    }
  }
}
