/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DelegatingConfiguration;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.SerializationFormatFactory;
import org.apache.flink.table.runtime.connector.sink.SinkRuntimeProviderContext;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.trilink.planner.flink.FlinkTables;

/** Writes record keys as the table's {@code key.format} does. */
public final class KeyFormat {

  private static final ObjectIdentifier NAMELESS = ObjectIdentifier.of("", "", "");

  private KeyFormat() {}

  /**
   * The serializer of record keys.
   *
   * @param kafkaOptions the table's, see {@link KafkaTable#kafkaOptions}
   * @param keyType the columns of {@code key.fields}
   */
  public static SerializationSchema<RowData> serializer(
      Map<String, String> kafkaOptions, RowType keyType) {
    ClassLoader classLoader = Thread.currentThread().getContextClassLoader();
    String name = kafkaOptions.get("key.format");
    SerializationFormatFactory factory =
        FactoryUtil.discoverFactory(classLoader, SerializationFormatFactory.class, name);
    RowType named = withoutPrefix(keyType, kafkaOptions.getOrDefault("key.fields-prefix", ""));
    Configuration options = Configuration.fromMap(kafkaOptions);
    EncodingFormat<SerializationSchema<RowData>> format =
        factory.createEncodingFormat(
            context(options, named, classLoader),
            new DelegatingConfiguration(options, "key." + name + "."));
    DataType dataType = TypeConversions.fromLogicalToDataType(named);
    return format.createRuntimeEncoder(new SinkRuntimeProviderContext(false), dataType);
  }

  private static RowType withoutPrefix(RowType type, String prefix) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (RowType.RowField field : type.getFields()) {
      fields.add(new RowType.RowField(field.getName().substring(prefix.length()), field.getType()));
    }
    return new RowType(false, fields);
  }

  private static DynamicTableFactory.Context context(
      Configuration options, RowType keyType, ClassLoader classLoader) {
    List<Column> columns = new ArrayList<>();
    for (RowType.RowField field : keyType.getFields()) {
      columns.add(
          Column.physical(field.getName(), TypeConversions.fromLogicalToDataType(field.getType())));
    }
    ResolvedSchema schema = ResolvedSchema.of(columns);
    CatalogTable table =
        CatalogTable.of(
            Schema.newBuilder().fromResolvedSchema(schema).build(),
            "",
            Collections.emptyList(),
            options.toMap());
    return FlinkTables.context(
        NAMELESS, new ResolvedCatalogTable(table, schema), options, classLoader);
  }
}
