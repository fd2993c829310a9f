/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.memory;

import java.util.Set;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.FactoryUtil.TableFactoryHelper;
import org.apache.flink.table.factories.SerializationFormatFactory;

/**
 * The connector 'memory-topic': accepts the Kafka connector's options, and reads and writes {@link
 * MemoryTopics}.
 */
public final class MemoryTopicTableFactory
    implements DynamicTableSourceFactory, DynamicTableSinkFactory {

  private static final ConfigOption<String> TOPIC =
      ConfigOptions.key("topic").stringType().noDefaultValue();
  private static final ConfigOption<String> STARTUP_MODE =
      ConfigOptions.key("scan.startup.mode").stringType().noDefaultValue();

  @Override
  public String factoryIdentifier() {
    return "memory-topic";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(TOPIC, FactoryUtil.FORMAT);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(STARTUP_MODE);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    DecodingFormat<DeserializationSchema<RowData>> format =
        helper.discoverDecodingFormat(DeserializationFormatFactory.class, FactoryUtil.FORMAT);
    helper.validateExcept("properties.", "key.");
    return new MemoryTopicSource(
        helper.getOptions().get(TOPIC),
        format,
        context.getCatalogTable().getResolvedSchema().toPhysicalRowDataType());
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    EncodingFormat<SerializationSchema<RowData>> format =
        helper.discoverEncodingFormat(SerializationFormatFactory.class, FactoryUtil.FORMAT);
    helper.validateExcept("properties.");
    return new MemoryTopicSink(
        helper.getOptions().get(TOPIC),
        format,
        context.getCatalogTable().getResolvedSchema().toPhysicalRowDataType());
  }
}
