/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.raw.RawFormatDeserializationSchema;
import org.apache.flink.streaming.connectors.kafka.KafkaDeserializationSchema;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.decode.ProjectedDeserializationSchema;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;
import org.trilink.runtime.flink.SupportedFlink;
import org.trilink.runtime.kafka.OverwrittenKeyDeserializationSchema;

/**
 * The decoder of values in a Kafka source that is not running yet; found by reflection, as Flink's
 * connector has no place to give it one.
 */
final class KafkaValueDecoder {

  /** The object in which the source keeps its deserialization schema. */
  private final Object wrapper;

  private KafkaValueDecoder(Object wrapper) {
    this.wrapper = wrapper;
  }

  /**
   * Finds the decoder of a source that Flink's Kafka table made.
   *
   * @throws TableException if this is not the connector that Trilink supports
   */
  static KafkaValueDecoder of(Object kafkaSource) {
    try {
      Object wrapper = FlinkField.KAFKA_SOURCE_SCHEMA.get(kafkaSource);
      return new KafkaValueDecoder(wrapper);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw unknown(e);
    }
  }

  /**
   * Adds what a query reads to what is decoded.
   *
   * @param scanType the columns of the table, as the query sees them
   */
  @SuppressWarnings("unchecked")
  void read(DecodeSpec spec, RowType scanType, TableConfig config) {
    try {
      Object owner = FlinkField.KAFKA_SCHEMA_WRAPPED.get(wrapper);
      DeserializationSchema<RowData> before =
          (DeserializationSchema<RowData>) FlinkField.KAFKA_ROWS_VALUE.get(owner);
      RowType type = rowType(before);
      ReadFields fields = spec.read(type);
      RowFilter filter = spec.rowFilter(config, scanType, type);
      FlinkField.KAFKA_ROWS_VALUE.set(
          owner,
          before instanceof ProjectedDeserializationSchema
              ? ((ProjectedDeserializationSchema) before).alsoReading(fields, filter)
              : format(before).projected(before, type, fields, filter));
      if (hasOverwrittenKey(owner)) {
        FlinkField.KAFKA_SCHEMA_WRAPPED.set(wrapper, withoutKey(owner));
      }
    } catch (ReflectiveOperationException | ClassCastException | IllegalArgumentException e) {
      throw unknown(e);
    }
  }

  private static DecodedFormat format(DeserializationSchema<RowData> flinks) {
    return DecodedFormats.decodedBy(flinks)
        .orElseThrow(() -> new IllegalArgumentException("no known decoder: " + flinks.getClass()));
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

  private static RowType rowType(DeserializationSchema<RowData> decoder) {
    return ((InternalTypeInfo<RowData>) decoder.getProducedType()).toRowType();
  }

  private static TableException unknown(Exception e) {
    return new TableException(
        "Trilink needs "
            + SupportedFlink.NAME
            + "'s Kafka connector and formats, in the folder where its own jars"
            + " are, to decode only what is read. Set 'table.optimizer.trilink.decode' to"
            + " 'stock', or put them there: "
            + e,
        e);
  }
}
