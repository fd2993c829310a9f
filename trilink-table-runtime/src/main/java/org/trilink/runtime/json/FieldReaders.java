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
 * other token is parsed into a tree and converted by flink-json's converter.
 */
final class FieldReaders {

  private final boolean failOnMissingField;
  private final boolean ignoreParseErrors;
  private final JsonToRowDataConverters converters;
  private final char dateTimeSeparator;
  private final boolean bigDecimals;
  private final FieldReader skipped;

  /**
   * @param bigDecimals whether flink-json parses every number with a fraction to a BigDecimal
   */
  FieldReaders(
      boolean failOnMissingField,
      boolean ignoreParseErrors,
      TimestampFormat timestampFormat,
      boolean bigDecimals) {
    this.failOnMissingField = failOnMissingField;
    this.ignoreParseErrors = ignoreParseErrors;
    this.converters =
        new JsonToRowDataConverters(failOnMissingField, ignoreParseErrors, timestampFormat);
    this.dateTimeSeparator = timestampFormat == TimestampFormat.SQL ? ' ' : 'T';
    this.bigDecimals = bigDecimals;
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
    boolean isText = type.getTypeRoot().getFamilies().contains(LogicalTypeFamily.CHARACTER_STRING);
    if (!isRead && (ignoreParseErrors || isText)) {
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
        return bigDecimals ? PlainValue.DOUBLE_WITHOUT_NEGATIVE_ZERO : PlainValue.DOUBLE;
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
        filter,
        plain);
  }

  private FieldReader unread(LogicalType type) {
    return ignoreParseErrors ? skipped : checked(type);
  }

  private FieldReader field(LogicalType type, ReadFields read, int field) {
    if (!read.reads(field)) {
      return unread(type);
    }
    return type instanceof RowType
        ? row((RowType) type, read.within(field, (RowType) type), null, null)
        : scalar(type);
  }

  /**
   * The reader of a field that is not read: the value must still be checked if an invalid one fails
   * the job.
   */
  private FieldReader checked(LogicalType type) {
    if (type.getTypeRoot().getFamilies().contains(LogicalTypeFamily.CHARACTER_STRING)) {
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
    JsonToRowDataConverter converter = converters.createConverter(type);
    boolean noSignedZero = bigDecimals; // a reader must be serializable, and this class is not
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return (parser, token) ->
            token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE
                ? (Object) (token == JsonToken.VALUE_TRUE)
                : readTree(parser, converter);
      case INTEGER:
        return (parser, token) ->
            token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() == NumberType.INT
                ? (Object) parser.getIntValue()
                : readTree(parser, converter);
      case BIGINT:
        return (parser, token) ->
            token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != NumberType.BIG_INTEGER
                ? (Object) parser.getLongValue()
                : readTree(parser, converter);
      case DOUBLE:
        return (parser, token) ->
            token == JsonToken.VALUE_NUMBER_FLOAT
                ? readDouble(parser, converter, noSignedZero)
                : readTree(parser, converter);
      case CHAR:
      case VARCHAR:
        return (parser, token) ->
            token == JsonToken.VALUE_STRING ? readString(parser) : readTree(parser, converter);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return timestamp(converter, false);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return timestamp(converter, true);
      default:
        return (parser, token) -> readTree(parser, converter);
    }
  }

  private FieldReader timestamp(JsonToRowDataConverter converter, boolean utc) {
    char separator = dateTimeSeparator; // a reader must be serializable, and this class is not
    return (parser, token) ->
        token == JsonToken.VALUE_STRING
            ? readTimestamp(parser, converter, separator, utc)
            : readTree(parser, converter);
  }

  private static Object readTimestamp(
      JsonParser parser, JsonToRowDataConverter converter, char separator, boolean utc)
      throws IOException {
    char[] text = parser.getTextCharacters();
    int from = parser.getTextOffset();
    TimestampData plain =
        PlainTimestamp.parse(text, from, from + parser.getTextLength(), separator, utc);
    return plain == null ? readTree(parser, converter) : plain;
  }

  private static Object readDouble(
      JsonParser parser, JsonToRowDataConverter converter, boolean noSignedZero)
      throws IOException {
    double value =
        ShortDecimal.parse(
            parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    if (Double.isNaN(value)) {
      return readTree(parser, converter);
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

  private static Object readTree(JsonParser parser, JsonToRowDataConverter converter)
      throws IOException {
    JsonNode tree = parser.readValueAsTree();
    return converter.convert(tree);
  }
}
