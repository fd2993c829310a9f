/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.TemporalQueries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.formats.common.TimeFormats;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeUtils;
import org.trilink.runtime.decode.UndecidedException;

/**
 * Readers of values as a decoder of flink-json reads them that takes them from the parser, without
 * a tree. Only the tokens that suit a type are read; with any other one, or one that fails, the
 * message falls back to that decoder, which converts some of them and stumbles over others.
 */
final class StreamedValues {

  /** Reads a value whose token suits its type. */
  @FunctionalInterface
  private interface Value extends Serializable {

    Object read(JsonParser parser) throws IOException;
  }

  /** Reads a number from a text. */
  @FunctionalInterface
  private interface Text extends Serializable {

    Object parse(String text);
  }

  private final Function<LogicalType, FieldReader> nested;

  /**
   * @param nested makes the readers of the values within a value
   */
  StreamedValues(Function<LogicalType, FieldReader> nested) {
    this.nested = nested;
  }

  /** The reader of a type's values. */
  FieldReader of(LogicalType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return on(JsonToken.VALUE_STRING, parser -> Boolean.parseBoolean(parser.getText().trim()));
      case TINYINT:
        return number(StreamedValues::tinyInt, StreamedValues::undecided, Byte::parseByte);
      case SMALLINT:
        return number(JsonParser::getShortValue, StreamedValues::undecided, Short::parseShort);
      case INTEGER:
      case INTERVAL_YEAR_MONTH:
        return number(JsonParser::getIntValue, JsonParser::getIntValue, Integer::parseInt);
      case BIGINT:
      case INTERVAL_DAY_TIME:
        return number(JsonParser::getLongValue, JsonParser::getLongValue, Long::parseLong);
      case FLOAT:
        return number(
            parser -> Float.parseFloat(parser.getText()),
            JsonParser::getFloatValue,
            Float::parseFloat);
      case DOUBLE:
        return number(
            parser -> Double.parseDouble(parser.getText()),
            JsonParser::getDoubleValue,
            Double::parseDouble);
      case DECIMAL:
        return decimal((DecimalType) type);
      case CHAR:
      case VARCHAR:
        return scalar(parser -> StringData.fromString(parser.getText()));
      case BINARY:
      case VARBINARY:
        return on(JsonToken.VALUE_STRING, JsonParser::getBinaryValue);
      case DATE:
        return on(
            JsonToken.VALUE_STRING, parser -> (int) LocalDate.parse(parser.getText()).toEpochDay());
      case TIME_WITHOUT_TIME_ZONE:
        return on(JsonToken.VALUE_STRING, StreamedValues::time);
      case ARRAY:
        return array(type.getChildren().get(0));
      case MAP:
        return map(nested.apply(type.getChildren().get(1)));
      case MULTISET:
        return map(nested.apply(new IntType()));
      default:
        return scalar(StreamedValues::undecided);
    }
  }

  private static FieldReader on(JsonToken expected, Value value) {
    return (parser, token) ->
        token == JsonToken.VALUE_NULL
            ? null
            : token == expected ? value.read(parser) : undecided(parser);
  }

  private static FieldReader number(Value whole, Value withFraction, Text text) {
    return (parser, token) -> {
      switch (token) {
        case VALUE_NULL:
          return null;
        case VALUE_NUMBER_INT:
          return whole.read(parser);
        case VALUE_NUMBER_FLOAT:
          return withFraction.read(parser);
        case VALUE_STRING:
          return text.parse(parser.getText().trim());
        default:
          return undecided(parser);
      }
    };
  }

  private static FieldReader scalar(Value value) {
    return (parser, token) ->
        token == JsonToken.VALUE_NULL
            ? null
            : token.isScalarValue() ? value.read(parser) : undecided(parser);
  }

  private static FieldReader decimal(DecimalType type) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    Value value = parser -> DecimalData.fromBigDecimal(parser.getDecimalValue(), precision, scale);
    return number(
        value, value, text -> DecimalData.fromBigDecimal(new BigDecimal(text), precision, scale));
  }

  private FieldReader array(LogicalType elementType) {
    FieldReader element = nested.apply(elementType);
    Class<?> elementClass = LogicalTypeUtils.toInternalConversionClass(elementType);
    return on(
        JsonToken.START_ARRAY,
        parser -> {
          List<Object> elements = new ArrayList<>();
          JsonToken token = parser.nextToken();
          while (token != JsonToken.END_ARRAY) {
            elements.add(element.read(parser, token));
            token = parser.nextToken();
          }
          Object[] array = (Object[]) Array.newInstance(elementClass, elements.size());
          return new GenericArrayData(elements.toArray(array));
        });
  }

  private static FieldReader map(FieldReader valueReader) {
    return on(
        JsonToken.START_OBJECT,
        parser -> {
          Map<Object, Object> map = new HashMap<>();
          while (parser.nextToken() != JsonToken.END_OBJECT) {
            StringData key = StringData.fromString(parser.getText());
            map.put(key, valueReader.read(parser, parser.nextToken()));
          }
          return new GenericMapData(map);
        });
  }

  private static Object tinyInt(JsonParser parser) throws IOException {
    int value = parser.getIntValue();
    return value == (byte) value ? (Object) (byte) value : undecided(parser);
  }

  /** In ms of the day. */
  private static Object time(JsonParser parser) throws IOException {
    LocalTime time =
        TimeFormats.SQL_TIME_FORMAT.parse(parser.getText()).query(TemporalQueries.localTime());
    return (int) (time.toNanoOfDay() / 1_000_000);
  }

  private static Object undecided(JsonParser parser) {
    throw new UndecidedException();
  }
}
