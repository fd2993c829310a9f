/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.Arrays;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.formats.raw.RawFormatDeserializationSchema;
import org.apache.flink.streaming.connectors.kafka.KafkaDeserializationSchema;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink114.FlinkField;
import org.trilink.runtime.json.ProjectedJsonDeserializationSchema;
import org.trilink.runtime.json.ReadFields;
import org.trilink.runtime.json.RowFilter;
import org.trilink.runtime.kafka.OverwrittenKeyDeserializationSchema;

/**
 * The decoder of values in a Kafka source that is not running yet; found by reflection, as Flink's
 * connector has no place to give it one.
 */
final class KafkaJsonDecoder {

  /** The object in which the source keeps its deserialization schema. */
  private final Object wrapper;

  private KafkaJsonDecoder(Object wrapper) {
    this.wrapper = wrapper;
  }

  /**
   * Of a source that Flink's Kafka table made.
   *
   * @throws TableException if this is not the connector that Trilink supports
   */
  static KafkaJsonDecoder of(Object kafkaSource) {
    try {
      Object wrapper = FlinkField.KAFKA_SOURCE_SCHEMA.get(kafkaSource);
      return new KafkaJsonDecoder(wrapper);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw unknown(e);
    }
  }

  /**
   * Adds what a query reads to what is decoded.
   *
   * @param scanType the columns of the table, as the query sees them
   */
  void read(DecodeSpec spec, RowType scanType, TableConfig config) {
    try {
      Object owner = FlinkField.KAFKA_SCHEMA_WRAPPED.get(wrapper);
      Object before = FlinkField.KAFKA_ROWS_VALUE.get(owner);
      RowType type = rowType(before);
      ReadFields fields = spec.read(type);
      RowFilter filter = spec.rowFilter(config, scanType, type);
      FlinkField.KAFKA_ROWS_VALUE.set(
          owner,
          before instanceof ProjectedJsonDeserializationSchema
              ? ((ProjectedJsonDeserializationSchema) before).alsoReading(fields, filter)
              : projected((JsonRowDataDeserializationSchema) before, fields, filter));
      if (hasOverwrittenKey(owner)) {
        FlinkField.KAFKA_SCHEMA_WRAPPED.set(wrapper, withoutKey(owner));
      }
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw unknown(e);
    }
  }

  private static ProjectedJsonDeserializationSchema projected(
      JsonRowDataDeserializationSchema stock, ReadFields fields, @Nullable RowFilter filter)
      throws ReflectiveOperationException {
    return new ProjectedJsonDeserializationSchema(
        rowType(stock),
        fields,
        filter,
        stock.getProducedType(),
        (boolean) FlinkField.JSON_FAIL_ON_MISSING_FIELD.get(stock),
        (boolean) FlinkField.JSON_IGNORE_PARSE_ERRORS.get(stock),
        (TimestampFormat) FlinkField.JSON_TIMESTAMP_FORMAT.get(stock));
  }

  /**
   * Whether rows are what their messages say, and the record key, one row whatever its bytes, is
   * overwritten by them.
   */
  private static boolean hasOverwrittenKey(Object owner) throws ReflectiveOperationException {
    if (owner instanceof OverwrittenKeyDeserializationSchema
        || !(FlinkField.KAFKA_ROWS_KEY.get(owner) instanceof RawFormatDeserializationSchema)
        || (boolean) FlinkField.KAFKA_ROWS_METADATA.get(owner)
        || (boolean) FlinkField.KAFKA_ROWS_UPSERT.get(owner)) {
      return false;
    }
    Object output = FlinkField.KAFKA_ROWS_OUTPUT.get(owner);
    int[] allColumns =
        IntStream.range(0, (int) FlinkField.KAFKA_OUTPUT_ARITY.get(output)).toArray();
    return Arrays.equals((int[]) FlinkField.KAFKA_OUTPUT_VALUES.get(output), allColumns);
  }

  @SuppressWarnings("unchecked")
  private static OverwrittenKeyDeserializationSchema withoutKey(Object owner)
      throws ReflectiveOperationException {
    return new OverwrittenKeyDeserializationSchema(
        (DeserializationSchema<RowData>) FlinkField.KAFKA_ROWS_KEY.get(owner),
        (DeserializationSchema<RowData>) FlinkField.KAFKA_ROWS_VALUE.get(owner),
        ((KafkaDeserializationSchema<RowData>) owner).getProducedType());
  }

  @SuppressWarnings("unchecked")
  private static RowType rowType(Object decoder) {
    return ((InternalTypeInfo<RowData>)
            ((DeserializationSchema<RowData>) decoder).getProducedType())
        .toRowType();
  }

  private static TableException unknown(Exception e) {
    return new TableException(
        "Trilink needs Flink 1.14's Kafka connector and JSON format, in the folder where its own"
            + " jars are, to decode only what is read. Set 'table.optimizer.trilink.decode' to"
            + " 'stock', or put them there: "
            + e,
        e);
  }
}
