/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkFunctionProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/** Connector 'collected': a table whose changes a test can read, after a job in this JVM. */
public final class CollectedTableFactory implements DynamicTableSinkFactory {

  private static final List<Row> ROWS = new CopyOnWriteArrayList<>();

  /** Returns and removes all rows that were written to tables of this connector so far. */
  public static List<Row> takeRows() {
    List<Row> rows = List.copyOf(ROWS);
    ROWS.clear();
    return rows;
  }

  @Override
  public String factoryIdentifier() {
    return "collected";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Collections.emptySet();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Collections.emptySet();
  }

  @Override
  public DynamicTableSink createDynamicTableSink(DynamicTableFactory.Context context) {
    return new CollectedTableSink(
        context.getCatalogTable().getResolvedSchema().toPhysicalRowDataType());
  }

  private static final class CollectedTableSink implements DynamicTableSink {

    private final DataType type;

    CollectedTableSink(DataType type) {
      this.type = type;
    }

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requestedMode) {
      return requestedMode;
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) {
      return SinkFunctionProvider.of(new Collector(context.createDataStructureConverter(type)), 1);
    }

    @Override
    public DynamicTableSink copy() {
      return new CollectedTableSink(type);
    }

    @Override
    public String asSummaryString() {
      return "collected";
    }
  }

  private static final class Collector implements SinkFunction<RowData> {

    private static final long serialVersionUID = 1L;

    private final DynamicTableSink.DataStructureConverter converter;

    Collector(DynamicTableSink.DataStructureConverter converter) {
      this.converter = converter;
    }

    @Override
    public void invoke(RowData row, SinkFunction.Context context) {
      ROWS.add((Row) converter.toExternal(row));
    }
  }
}
