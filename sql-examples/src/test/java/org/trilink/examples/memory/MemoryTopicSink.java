/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.memory;

import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkFunctionProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

/** Writes each row to a topic, encoded by its format. */
final class MemoryTopicSink implements DynamicTableSink {

  private final String topic;
  private final EncodingFormat<SerializationSchema<RowData>> format;
  private final DataType rowType;

  MemoryTopicSink(
      String topic, EncodingFormat<SerializationSchema<RowData>> format, DataType rowType) {
    this.topic = topic;
    this.format = format;
    this.rowType = rowType;
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    return ChangelogMode.insertOnly();
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) {
    return SinkFunctionProvider.of(
        new TopicWriter(topic, format.createRuntimeEncoder(context, rowType)), 1);
  }

  @Override
  public DynamicTableSink copy() {
    return new MemoryTopicSink(topic, format, rowType);
  }

  @Override
  public String asSummaryString() {
    return "memory topic " + topic;
  }

  private static final class TopicWriter implements SinkFunction<RowData> {

    private final String topic;
    private final SerializationSchema<RowData> encoder;

    TopicWriter(String topic, SerializationSchema<RowData> encoder) {
      this.topic = topic;
      this.encoder = encoder;
    }

    @Override
    public void invoke(RowData row, SinkFunction.Context context) {
      MemoryTopics.write(topic, encoder.serialize(row));
    }
  }
}
