/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.flink.SupportedFlink;

/** The format of a Kafka table's messages, which may be in another folder than Trilink. */
public final class KafkaFormat {

  private KafkaFormat() {}

  /**
   * Why Trilink's decoder cannot take the place of the format's, null if it can.
   *
   * @param jar that has the format: {@code flink-json}
   * @param decoder the name of the format's decoder
   * @param trilinks the same class, as Trilink loads it
   */
  @Nullable
  public static String obstacle(
      DynamicTableSource kafka, String jar, String decoder, Supplier<Class<?>> trilinks) {
    try {
      ClassLoader loader =
          FlinkField.KAFKA_TABLE_VALUE_FORMAT.get(kafka).getClass().getClassLoader();
      return Class.forName(decoder, false, loader) == trilinks.get()
          ? null
          : String.format(
              "the Kafka table and Trilink load %1$s from different jars; put %1$s only into the"
                  + " folder where Trilink's jars are",
              jar);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return unknown(jar, e);
    }
  }

  /** Why Trilink cannot do without another Kafka connector or format. */
  public static String unknown(String jar, Throwable e) {
    return String.format(
        "Trilink needs %s's Kafka connector, and its %s in the folder where Trilink's jars"
            + " are (%s)",
        SupportedFlink.NAME, jar, e);
  }

  /**
   * The decoder that the table's format makes for messages with these columns.
   *
   * @throws NoSuchFieldException if this is not the connector that Trilink supports
   */
  @SuppressWarnings("unchecked")
  public static DeserializationSchema<RowData> decoder(DynamicTableSource kafka, RowType type)
      throws ReflectiveOperationException {
    DecodingFormat<DeserializationSchema<RowData>> format =
        (DecodingFormat<DeserializationSchema<RowData>>)
            FlinkField.KAFKA_TABLE_VALUE_FORMAT.get(kafka);
    return format.createRuntimeDecoder(
        ScanRuntimeProviderContext.INSTANCE, TypeConversions.fromLogicalToDataType(type));
  }
}
