package org.trilink.planner.node.exec;

import java.lang.reflect.Field;
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
import org.trilink.runtime.json.ProjectedJsonDeserializationSchema;
import org.trilink.runtime.json.ReadFields;
import org.trilink.runtime.json.RowFilter;
import org.trilink.runtime.kafka.OverwrittenKeyDeserializationSchema;

/**
 * The decoder of values in a Kafka source that is not running yet; found by reflection, as Flink's
 * connector has no place to give it one.
 */
final class KafkaJsonDecoder {

  /** What the source has a schema for records in, and where. */
  private final Object wrapper;

  private final Field schema;

  private KafkaJsonDecoder(Object wrapper, Field schema) {
    this.wrapper = wrapper;
    this.schema = schema;
  }

  /**
   * Of a source that Flink's Kafka table made.
   *
   * @throws TableException if this is not the connector that Trilink was made for
   */
  static KafkaJsonDecoder of(Object kafkaSource) {
    try {
      Object wrapper = value(kafkaSource, "deserializationSchema");
      return new KafkaJsonDecoder(wrapper, field(wrapper, "kafkaDeserializationSchema"));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw unknown(e);
    }
  }

  /**
   * Makes it decode what a query reads, and what it was to decode before.
   *
   * @param scanType the columns of the table, as the query sees them
   */
  void read(DecodeSpec spec, RowType scanType, TableConfig config) {
    try {
      Object owner = schema.get(wrapper);
      Field decoder = field(owner, "valueDeserialization");
      Object before = decoder.get(owner);
      RowType type = rowType(before);
      ReadFields fields = spec.read(type);
      RowFilter filter = spec.rowFilter(config, scanType, type);
      decoder.set(
          owner,
          before instanceof ProjectedJsonDeserializationSchema
              ? ((ProjectedJsonDeserializationSchema) before).alsoReading(fields, filter)
              : projected((JsonRowDataDeserializationSchema) before, fields, filter));
      if (hasOverwrittenKey(owner)) {
        schema.set(wrapper, withoutKey(owner));
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
        (boolean) value(stock, "failOnMissingField"),
        (boolean) value(stock, "ignoreParseErrors"),
        (TimestampFormat) value(stock, "timestampFormat"));
  }

  /**
   * Whether rows are what their messages say, and the record key, one row whatever its bytes, is
   * overwritten by them.
   */
  private static boolean hasOverwrittenKey(Object owner) throws ReflectiveOperationException {
    if (owner instanceof OverwrittenKeyDeserializationSchema
        || !(value(owner, "keyDeserialization") instanceof RawFormatDeserializationSchema)
        || (boolean) value(owner, "hasMetadata")
        || (boolean) value(owner, "upsertMode")) {
      return false;
    }
    Object output = value(owner, "outputCollector");
    int[] allColumns = IntStream.range(0, (int) value(output, "physicalArity")).toArray();
    return Arrays.equals((int[]) value(output, "valueProjection"), allColumns);
  }

  @SuppressWarnings("unchecked")
  private static OverwrittenKeyDeserializationSchema withoutKey(Object owner)
      throws ReflectiveOperationException {
    return new OverwrittenKeyDeserializationSchema(
        (DeserializationSchema<RowData>) value(owner, "keyDeserialization"),
        (DeserializationSchema<RowData>) value(owner, "valueDeserialization"),
        ((KafkaDeserializationSchema<RowData>) owner).getProducedType());
  }

  @SuppressWarnings("unchecked")
  private static RowType rowType(Object decoder) {
    return ((InternalTypeInfo<RowData>)
            ((DeserializationSchema<RowData>) decoder).getProducedType())
        .toRowType();
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
