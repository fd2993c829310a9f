/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.TableFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.TableFunction;

/** The connector of a table that is looked up, and in which each key but the last is found. */
public final class SideInputTable implements DynamicTableSourceFactory {

  private static final String CONNECTOR = "bench-side-input";
  private static final long KEYS = 9_999;

  /** The statement that makes the table. */
  static final String DDL =
      "CREATE TEMPORARY TABLE side_input (side_key BIGINT, side_value STRING) WITH ('connector' = '"
          + CONNECTOR
          + "')";

  @Override
  public String factoryIdentifier() {
    return CONNECTOR;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    return new Source();
  }

  private record Source() implements LookupTableSource {

    @Override
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
      return TableFunctionProvider.of(new Lookup());
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return CONNECTOR;
    }
  }

  /** Public, as Flink's generated code calls it. */
  public static final class Lookup extends TableFunction<RowData> {

    private static final long serialVersionUID = 1L;

    /** The row of a key. */
    public void eval(Long key) {
      if (key < KEYS) {
        collect(GenericRowData.of(key, StringData.fromString("value of " + key)));
      }
    }
  }
}
