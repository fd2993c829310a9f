/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.functions.sink.RichSinkFunction;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkFunctionProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;

/** The connector of a sink that keeps of a result its {@link Digest}. */
public final class DigestTable implements DynamicTableSinkFactory {

  static final String CONNECTOR = "bench-digest";

  private static final String ROWS = "rows";
  private static final String HASH = "hash";

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
  public DynamicTableSink createDynamicTableSink(DynamicTableFactory.Context context) {
    return new Sink(
        context.getCatalogTable().getResolvedSchema().getColumnDataTypes().stream()
            .map(DataType::getLogicalType)
            .toList());
  }

  /** The digest of the rows that a job wrote. */
  static Digest of(JobExecutionResult job) {
    return new Digest(job.getAccumulatorResult(ROWS), job.getAccumulatorResult(HASH));
  }

  private record Sink(List<LogicalType> types) implements DynamicTableSink {

    /** With the rows that updates replace, which are subtracted. */
    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
      return requested;
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) {
      return SinkFunctionProvider.of(new Add(new DigestSum(types)));
    }

    @Override
    public DynamicTableSink copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return CONNECTOR;
    }
  }

  private static final class Add extends RichSinkFunction<RowData> {

    private static final long serialVersionUID = 1L;

    private final DigestSum sum;

    Add(DigestSum sum) {
      this.sum = sum;
    }

    @Override
    public void invoke(RowData row, SinkFunction.Context context) {
      sum.add(row);
    }

    @Override
    public void finish() {
      Stopwatch.end(getRuntimeContext());
      getRuntimeContext().addAccumulator(ROWS, new LongCounter(sum.digest().rows()));
      getRuntimeContext().addAccumulator(HASH, new LongCounter(sum.digest().hash()));
    }
  }
}
