package org.trilink.runtime.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;

/** flink-json's deserializer and ours, compared message by message. */
final class BothDecoders {

  private final RowType type;
  private final ReadFields read;
  private final JsonMode mode;
  private final DeserializationSchema<RowData> flink;
  private final DeserializationSchema<RowData> trilink;

  BothDecoders(RowType type, ReadFields read, JsonMode mode, TimestampFormat format) {
    this.type = type;
    this.read = read;
    this.mode = mode;
    this.flink =
        new JsonRowDataDeserializationSchema(
            type,
            InternalTypeInfo.of(type),
            mode.failOnMissingField,
            mode.ignoreParseErrors,
            format);
    try {
      this.trilink =
          InstantiationUtil.clone( // as it gets to the cluster
              new ProjectedJsonDeserializationSchema(
                  type,
                  read,
                  InternalTypeInfo.of(type),
                  mode.failOnMissingField,
                  mode.ignoreParseErrors,
                  format));
      flink.open(null);
      trilink.open(null);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Compares what both make of a message; whether that is a row. */
  boolean compare(byte[] message) {
    Object expected = outcome(flink, message);
    Object actual = outcome(trilink, message);
    String situation =
        "%s of %s, read %s, %s".formatted(new String(message, UTF_8), type, read, mode);
    if (expected instanceof RowData row && actual instanceof RowData actualRow) {
      assertThat(onlyRead(actualRow, type, read))
          .as(situation)
          .isEqualTo(onlyRead(row, type, read));
      return true;
    }
    assertThat(actual).as(situation).isEqualTo(expected);
    return false;
  }

  /** A row, null, or the text of a failure. */
  private static Object outcome(DeserializationSchema<RowData> decoder, byte[] message) {
    try {
      return decoder.deserialize(message);
    } catch (IOException e) {
      return e.getMessage() + ": " + e.getCause();
    }
  }

  private static RowData onlyRead(RowData row, RowType type, ReadFields read) {
    GenericRowData projected = new GenericRowData(type.getFieldCount());
    for (int i = 0; i < projected.getArity(); i++) {
      if (read.reads(i)) {
        Object value = ((GenericRowData) row).getField(i);
        projected.setField(
            i,
            value instanceof RowData nested && type.getTypeAt(i) instanceof RowType nestedType
                ? onlyRead(nested, nestedType, read.within(i, nestedType))
                : value);
      }
    }
    return projected;
  }
}
