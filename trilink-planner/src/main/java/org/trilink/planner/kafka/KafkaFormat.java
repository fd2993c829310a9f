/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import java.util.Set;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.flink.SupportedFlink;

/** The format of a Kafka table's messages, which may be in another folder than Trilink. */
public final class KafkaFormat {

  private static final RowType ANY_ROW =
      RowType.of(new LogicalType[] {new VarCharType()}, new String[] {"any"});

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

  /**
   * Why Trilink cannot read what the format's decoder reads, null if it knows that decoder.
   *
   * @param jar that has the format
   * @param known the names of the decoders that Trilink knows
   */
  @Nullable
  public static String unknownDecoder(DynamicTableSource kafka, String jar, Set<String> known) {
    try {
      String decoder = decoder(kafka).getClass().getName();
      return known.contains(decoder)
          ? null
          : String.format(
              "%s decodes the messages with %s, which Trilink does not know", jar, decoder);
    } catch (ReflectiveOperationException | RuntimeException e) {
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
   * A decoder that the table's format makes, to find out what the table's options say: for messages
   * of one column, whatever the table has.
   *
   * @throws NoSuchFieldException if this is not the connector that Trilink supports
   */
  @SuppressWarnings("unchecked")
  public static DeserializationSchema<RowData> decoder(DynamicTableSource kafka)
      throws ReflectiveOperationException {
    DecodingFormat<DeserializationSchema<RowData>> format =
        (DecodingFormat<DeserializationSchema<RowData>>)
            FlinkField.KAFKA_TABLE_VALUE_FORMAT.get(kafka);
    return format.createRuntimeDecoder(
        ScanRuntimeProviderContext.INSTANCE, TypeConversions.fromLogicalToDataType(ANY_ROW));
  }
}
