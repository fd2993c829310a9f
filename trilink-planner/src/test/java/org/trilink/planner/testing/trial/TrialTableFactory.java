/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static org.trilink.planner.testing.trial.TrialCluster.rowType;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.RuntimeConverter;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.trilink.planner.testing.RowsSource;

/** Connector 'trial': a table of an {@link Input}'s rows, which a plan can name in JSON. */
public final class TrialTableFactory implements DynamicTableSourceFactory {

  private static final ConfigOption<String> TABLE =
      ConfigOptions.key("table").stringType().noDefaultValue();

  /** The contents that jobs started from now on read, by table. One job runs at a time. */
  private static final Map<String, Content> CONTENTS = new HashMap<>();

  private record Content(TypeInformation<Row> type, List<Row> rows, int limit) {}

  /** Sets a table's rows; the job waits before the row {@code limit} until it is stopped. */
  static void set(String table, TimeColumn time, List<Row> rows, int limit) {
    CONTENTS.put(table, new Content(rowType(time), rows, limit));
  }

  static String ddl(String table, TimeColumn time) {
    StringBuilder columns = new StringBuilder();
    for (KeyColumn column : KeyColumn.values()) {
      columns.append(column.column()).append(' ').append(column.sqlType()).append(", ");
    }
    return ("CREATE TEMPORARY TABLE %1$s (%2$sv INT, name STRING, ts %3$s,"
            + " WATERMARK FOR ts AS ts - INTERVAL '%4$d' SECOND)"
            + " WITH ('connector' = 'trial', 'table' = '%1$s')")
        .formatted(table, columns, time.sqlType(), Input.DELAY.toSeconds());
  }

  @Override
  public String factoryIdentifier() {
    return "trial";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Collections.singleton(TABLE);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Collections.emptySet();
  }

  @Override
  public DynamicTableSource createDynamicTableSource(DynamicTableFactory.Context context) {
    return new TrialSource(
        context.getCatalogTable().getOptions().get(TABLE.key()),
        context.getCatalogTable().getResolvedSchema().toPhysicalRowDataType());
  }

  private record TrialSource(String table, DataType type) implements ScanTableSource {

    @Override
    public ChangelogMode getChangelogMode() {
      return ChangelogMode.insertOnly();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      ToInternal toInternal = new ToInternal(context.createDataStructureConverter(type));
      return new DataStreamScanProvider() {
        @Override
        public DataStream<RowData> produceDataStream(StreamExecutionEnvironment environment) {
          Content content = CONTENTS.get(table);
          return environment
              .addSource(new RowsSource(content.rows(), content.limit()), content.type())
              .setParallelism(1)
              .map(toInternal)
              .returns(context.<RowData>createTypeInformation(type))
              .setParallelism(1);
        }

        @Override
        public boolean isBounded() {
          return true;
        }
      };
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "trial";
    }
  }

  private static final class ToInternal extends RichMapFunction<Row, RowData> {

    private static final long serialVersionUID = 1L;

    private final DynamicTableSource.DataStructureConverter converter;

    ToInternal(DynamicTableSource.DataStructureConverter converter) {
      this.converter = converter;
    }

    @Override
    public void open(Configuration parameters) {
      converter.open(RuntimeConverter.Context.create(getRuntimeContext().getUserCodeClassLoader()));
    }

    @Override
    public RowData map(Row row) {
      return (RowData) converter.toInternal(row);
    }
  }
}
