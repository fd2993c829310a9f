/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;

/**
 * A table whose rows the job's own source generates, in order. The {@link Stopwatch} begins with
 * the first one.
 *
 * @param connector the name of the connector
 * @param type of a row
 * @param numbers how many there are, from 0 on
 * @param rows makes the row of a number
 */
public record GeneratedSource(String connector, LogicalType type, long numbers, Rows rows)
    implements ScanTableSource {

  /** Makes rows by their numbers. */
  public interface Rows extends Serializable {

    /** Is called once where the rows are made, before the first one. */
    void open();

    /** The row of a number; null if there is none. A row may be reused for the next one. */
    @Nullable
    RowData row(long number);
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return new DataStreamScanProvider() {
      @Override
      public boolean isBounded() {
        return true;
      }

      @Override
      public DataStream<RowData> produceDataStream(StreamExecutionEnvironment environment) {
        return environment
            .fromSource(new NumbersInOrder(numbers), WatermarkStrategy.noWatermarks(), connector)
            .flatMap(new Generate(rows))
            .returns(InternalTypeInfo.of(type));
      }
    };
  }

  @Override
  public DynamicTableSource copy() {
    return this;
  }

  @Override
  public String asSummaryString() {
    return connector;
  }

  private static final class Generate extends RichFlatMapFunction<Long, RowData> {

    private static final long serialVersionUID = 1L;

    private final Rows rows;
    private transient boolean begun;

    Generate(Rows rows) {
      this.rows = rows;
    }

    @Override
    public void open(Configuration unused) {
      rows.open();
    }

    @Override
    public void flatMap(Long number, Collector<RowData> out) {
      if (!begun) {
        begun = true;
        Stopwatch.begin(getRuntimeContext());
      }
      RowData row = rows.row(number);
      if (row != null) {
        out.collect(row);
      }
    }
  }
}
