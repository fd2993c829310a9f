package org.trilink.planner.node.exec;

import java.lang.reflect.Field;
import java.util.List;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.json.ProjectedJsonDeserializationSchema;
import org.trilink.runtime.json.ReadFields;

/**
 * The decoder of values in a Kafka source that is not running yet; found by reflection, as Flink's
 * connector has no place to give it one.
 */
final class KafkaJsonDecoder {

  private final Object owner;
  private final Field decoder;

  private KafkaJsonDecoder(Object owner, Field decoder) {
    this.owner = owner;
    this.decoder = decoder;
  }

  /**
   * Of a source that Flink's Kafka table made.
   *
   * @throws TableException if this is not the connector that Trilink was made for
   */
  static KafkaJsonDecoder of(Object kafkaSource) {
    try {
      Object wrapper = value(kafkaSource, "deserializationSchema");
      Object owner = value(wrapper, "kafkaDeserializationSchema");
      return new KafkaJsonDecoder(owner, field(owner, "valueDeserialization"));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw unknown(e);
    }
  }

  /** Makes it decode these columns, and those that it was to decode before. */
  @SuppressWarnings("unchecked")
  void read(List<List<String>> columns) {
    try {
      Object before = decoder.get(owner);
      decoder.set(
          owner,
          before instanceof ProjectedJsonDeserializationSchema
              ? ((ProjectedJsonDeserializationSchema) before)
                  .alsoReading(fields(((DeserializationSchema<RowData>) before), columns))
              : projected((JsonRowDataDeserializationSchema) before, columns));
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw unknown(e);
    }
  }

  private static ProjectedJsonDeserializationSchema projected(
      JsonRowDataDeserializationSchema stock, List<List<String>> columns)
      throws ReflectiveOperationException {
    return new ProjectedJsonDeserializationSchema(
        rowType(stock),
        fields(stock, columns),
        stock.getProducedType(),
        (boolean) value(stock, "failOnMissingField"),
        (boolean) value(stock, "ignoreParseErrors"),
        (TimestampFormat) value(stock, "timestampFormat"));
  }

  private static RowType rowType(DeserializationSchema<RowData> decoder) {
    return ((InternalTypeInfo<RowData>) decoder.getProducedType()).toRowType();
  }

  /** Columns of the record key, and metadata, are none of the value's. */
  private static ReadFields fields(
      DeserializationSchema<RowData> decoder, List<List<String>> columns) {
    RowType type = rowType(decoder);
    ReadFields read = ReadFields.none(type);
    for (List<String> path : columns) {
      if (type.getFieldNames().contains(path.get(0))) {
        read = read.and(type, indices(type, path));
      }
    }
    return read;
  }

  private static int[] indices(RowType type, List<String> path) {
    int[] indices = new int[path.size()];
    RowType row = type;
    for (int i = 0; i < indices.length; i++) {
      indices[i] = row.getFieldIndex(path.get(i));
      if (i + 1 < indices.length) {
        row = (RowType) row.getTypeAt(indices[i]);
      }
    }
    return indices;
  }

  private static Object value(Object object, String name) throws ReflectiveOperationException {
    return field(object, name).get(object);
  }

  private static Field field(Object object, String name) throws NoSuchFieldException {
    Field field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field;
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
