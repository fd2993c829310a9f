/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
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
 * @param type of a row
 */
record GeneratedSource(LogicalType type, GeneratedRows rows) implements ScanTableSource {

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
            .fromSource(
                new NumbersInOrder(rows.numbers()),
                WatermarkStrategy.noWatermarks(),
                GeneratedTable.CONNECTOR)
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
    return GeneratedTable.CONNECTOR;
  }

  private static final class Generate extends RichFlatMapFunction<Long, RowData> {

    private static final long serialVersionUID = 1L;

    private final GeneratedRows rows;
    private transient boolean begun;

    Generate(GeneratedRows rows) {
      this.rows = rows;
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
