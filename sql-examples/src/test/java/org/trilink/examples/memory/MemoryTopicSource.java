/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.memory;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

/**
 * Reads a topic to its end, in order; decodes and generates watermarks in the source, like Kafka's.
 */
final class MemoryTopicSource implements ScanTableSource, SupportsWatermarkPushDown {

  private final String topic;
  private final DecodingFormat<DeserializationSchema<RowData>> format;
  private final DataType rowType;
  private WatermarkStrategy<RowData> watermarkStrategy = WatermarkStrategy.noWatermarks();

  MemoryTopicSource(
      String topic, DecodingFormat<DeserializationSchema<RowData>> format, DataType rowType) {
    this.topic = topic;
    this.format = format;
    this.rowType = rowType;
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public void applyWatermark(WatermarkStrategy<RowData> pushedDown) {
    watermarkStrategy = pushedDown;
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    DeserializationSchema<RowData> decoder = format.createRuntimeDecoder(context, rowType);
    return new DataStreamScanProvider() {
      @Override
      public DataStream<RowData> produceDataStream(StreamExecutionEnvironment environment) {
        return environment
            .fromCollection(
                MemoryTopics.read(topic), PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
            .<RowData>flatMap(decoder::deserialize)
            .returns(decoder.getProducedType())
            .setParallelism(1)
            .assignTimestampsAndWatermarks(watermarkStrategy)
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
    MemoryTopicSource copy = new MemoryTopicSource(topic, format, rowType);
    copy.watermarkStrategy = watermarkStrategy;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "memory topic " + topic;
  }
}
