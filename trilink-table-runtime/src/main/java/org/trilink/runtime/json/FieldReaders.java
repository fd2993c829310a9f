/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonToRowDataConverters;
import org.apache.flink.formats.json.JsonToRowDataConverters.JsonToRowDataConverter;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser.NumberType;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.decode.PlainTimestamp;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;
import org.trilink.runtime.decode.ShortDecimal;

/**
 * Creates the readers of a type's values. Each has a fast path for the usual token of its type; any
 * other token is read as the table's own decoder reads it: parsed into a tree and converted by
 * flink-json's converter, or taken from the parser ({@link StreamedValues}).
 */
final class FieldReaders {

  private final boolean failOnMissingField;
  private final boolean ignoreParseErrors;
  private final boolean streamed;
  private final JsonToRowDataConverters converters;
  private final StreamedValues streamedValues;
  private final char dateTimeSeparator;
  private final boolean noSignedZero;
  private final FieldReader skipped;

  /**
   * @param streamed whether the table's own decoder takes values from the parser, without a tree
   * @param bigDecimals whether flink-json parses every number with a fraction in a tree to a
   *     BigDecimal
   */
  FieldReaders(
      boolean streamed,
      boolean failOnMissingField,
      boolean ignoreParseErrors,
      TimestampFormat timestampFormat,
      boolean bigDecimals) {
    this.streamed = streamed;
    this.failOnMissingField = failOnMissingField;
    this.ignoreParseErrors = ignoreParseErrors;
    this.streamedValues = new StreamedValues(this::whole);
    this.converters =
        new JsonToRowDataConverters(failOnMissingField, ignoreParseErrors, timestampFormat);
    this.dateTimeSeparator = timestampFormat == TimestampFormat.SQL ? ' ' : 'T';
    this.noSignedZero = bigDecimals && !streamed;
    this.skipped = new SkippedValue(bigDecimals);
  }

  /**
   * Creates a reader of messages of that type.
   *
   * @param filter null if no rows are dropped
   */
  JsonRowReader root(RowType type, ReadFields read, @Nullable RowFilter filter) {
    PlainObjectReader.Field[] fields = new PlainObjectReader.Field[type.getFieldCount()];
    for (int i = 0; i < fields.length; i++) {
      LogicalType of = type.getTypeAt(i);
      boolean isOfDropped = filter == null || filter.isReadOfDropped(i);
      fields[i] =
          new PlainObjectReader.Field(
              type.getFieldNames().get(i),
              i,
              plain(of, read.reads(i)),
              read.reads(i),
              plain(of, read.reads(i) && isOfDropped),
              read.reads(i) && isOfDropped,
              filter != null && filter.isOn(i));
    }
    return row(
        type,
        read,
        filter,
        new PlainFields(
            fields,
            failOnMissingField,
            filter,
            RowFilter.testedCount(filter, fields.length),
            dateTimeSeparator));
  }

  /** How a plain message's value is taken; one that is not read may have to be checked. */
  private PlainValue plain(LogicalType type, boolean isRead) {
    if (!isRead && (ignoreParseErrors || isText(type))) {
      return PlainValue.SKIPPED;
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return PlainValue.BOOLEAN;
      case INTEGER:
        return PlainValue.INT;
      case BIGINT:
        return PlainValue.LONG;
      case DOUBLE:
        return noSignedZero ? PlainValue.DOUBLE_WITHOUT_NEGATIVE_ZERO : PlainValue.DOUBLE;
      case CHAR:
      case VARCHAR:
        return PlainValue.TEXT;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return PlainValue.TIMESTAMP;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return PlainValue.UTC_TIMESTAMP;
      default:
        return PlainValue.NEVER;
    }
  }

  private JsonRowReader row(
      RowType type, ReadFields read, @Nullable RowFilter filter, @Nullable PlainFields plain) {
    FieldReader[] readers = new FieldReader[type.getFieldCount()];
    FieldReader[] ofDropped = new FieldReader[readers.length];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = field(type.getTypeAt(i), read, i);
      boolean same = filter == null || filter.isReadOfDropped(i);
      ofDropped[i] = same ? readers[i] : unread(type.getTypeAt(i));
    }
    return new JsonRowReader(
        type.getFieldNames().toArray(new String[0]),
        readers,
        ofDropped,
        skipped,
        failOnMissingField,
        !streamed,
        filter,
        plain);
  }

  private FieldReader unread(LogicalType type) {
    if (!ignoreParseErrors || isText(type)) {
      return checked(type);
    }
    return streamed ? skippedIfScalar(checked(type)) : skipped;
  }

  /**
   * The reader of a field that is not read, of a decoder that ignores errors in values, but may go
   * on within an object or array that it could not read.
   */
  private static FieldReader skippedIfScalar(FieldReader checked) {
    return (parser, token) -> token.isScalarValue() ? null : checked.read(parser, token);
  }

  private FieldReader field(LogicalType type, ReadFields read, int field) {
    if (!read.reads(field)) {
      return unread(type);
    }
    return type instanceof RowType
        ? row((RowType) type, read.within(field, (RowType) type), null, null)
        : scalar(type);
  }

  /** The reader of values of which all is read. */
  private FieldReader whole(LogicalType type) {
    return type instanceof RowType
        ? row((RowType) type, ReadFields.all((RowType) type), null, null)
        : scalar(type);
  }

  private static boolean isText(LogicalType type) {
    return type.getTypeRoot().getFamilies().contains(LogicalTypeFamily.CHARACTER_STRING);
  }

  /**
   * The reader of a field that is not read: the value must still be checked if an invalid one fails
   * the job.
   */
  private FieldReader checked(LogicalType type) {
    if (isText(type)) {
      return skipped; // any value can be converted to a string
    }
    FieldReader reader =
        type instanceof RowType
            ? row((RowType) type, ReadFields.none((RowType) type), null, null)
            : scalar(type);
    return (parser, token) -> {
      Object unused = reader.read(parser, token);
      return null;
    };
  }

  private FieldReader scalar(LogicalType type) {
    FieldReader other = streamed ? streamedValues.of(type) : tree(type);
    boolean unsigned = noSignedZero; // a reader must be serializable, and this class is not
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return (parser, token) ->
            token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE
                ? (Object) (token == JsonToken.VALUE_TRUE)
                : other.read(parser, token);
      case INTEGER:
        return (parser, token) ->
            token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() == NumberType.INT
                ? (Object) parser.getIntValue()
                : other.read(parser, token);
      case BIGINT:
        return (parser, token) ->
            token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != NumberType.BIG_INTEGER
                ? (Object) parser.getLongValue()
                : other.read(parser, token);
      case DOUBLE:
        return (parser, token) ->
            token == JsonToken.VALUE_NUMBER_FLOAT
                ? readDouble(parser, token, other, unsigned)
                : other.read(parser, token);
      case CHAR:
      case VARCHAR:
        return (parser, token) ->
            token == JsonToken.VALUE_STRING ? readString(parser) : other.read(parser, token);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return timestamp(other, false);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return timestamp(other, true);
      default:
        return other;
    }
  }

  private FieldReader tree(LogicalType type) {
    JsonToRowDataConverter converter = converters.createConverter(type);
    return (parser, token) -> {
      JsonNode tree = parser.readValueAsTree();
      return converter.convert(tree);
    };
  }

  private FieldReader timestamp(FieldReader other, boolean utc) {
    char separator = dateTimeSeparator; // a reader must be serializable, and this class is not
    return (parser, token) ->
        token == JsonToken.VALUE_STRING
            ? readTimestamp(parser, token, other, separator, utc)
            : other.read(parser, token);
  }

  private static Object readTimestamp(
      JsonParser parser, JsonToken token, FieldReader other, char separator, boolean utc)
      throws IOException {
    char[] text = parser.getTextCharacters();
    int from = parser.getTextOffset();
    TimestampData plain =
        PlainTimestamp.parse(text, from, from + parser.getTextLength(), separator, utc);
    return plain == null ? other.read(parser, token) : plain;
  }

  private static Object readDouble(
      JsonParser parser, JsonToken token, FieldReader other, boolean noSignedZero)
      throws IOException {
    double value =
        ShortDecimal.parse(
            parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    if (Double.isNaN(value)) {
      return other.read(parser, token);
    }
    return noSignedZero ? value + 0.0 : value; // a BigDecimal has no -0.0
  }

  /** Converts ASCII text, the common case, directly to Flink's binary format, without a String. */
  private static StringData readString(JsonParser parser) throws IOException {
    char[] text = parser.getTextCharacters();
    int offset = parser.getTextOffset();
    byte[] ascii = new byte[parser.getTextLength()];
    for (int i = 0; i < ascii.length; i++) {
      char c = text[offset + i];
      if (c >= 0x80) {
        return StringData.fromString(parser.getText());
      }
      ascii[i] = (byte) c;
    }
    return StringData.fromBytes(ascii);
  }
}
