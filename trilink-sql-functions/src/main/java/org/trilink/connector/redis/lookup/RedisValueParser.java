/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;

/**
 * Reads a column's value from the bytes that Redis holds. Space around anything but text and bytes
 * is ignored.
 */
@FunctionalInterface
interface RedisValueParser {

  /**
   * The value, in Flink's internal form.
   *
   * @throws IllegalArgumentException or {@link DateTimeException} if the bytes hold no such value
   */
  Object parse(byte[] value);

  /**
   * The parser for columns of a type.
   *
   * @throws ValidationException if Redis cannot hold values of this type
   */
  static RedisValueParser of(LogicalType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
      case VARCHAR:
        return StringData::fromBytes;
      case BINARY:
      case VARBINARY:
        return value -> value;
      case BOOLEAN:
        return RedisValueParser::toBoolean;
      case TINYINT:
        return value -> Byte.valueOf(text(value));
      case SMALLINT:
        return value -> Short.valueOf(text(value));
      case INTEGER:
        return value -> Integer.valueOf(text(value));
      case BIGINT:
        return value -> Long.valueOf(text(value));
      case FLOAT:
        return value -> Float.valueOf(text(value));
      case DOUBLE:
        return value -> Double.valueOf(text(value));
      case DECIMAL:
        return value -> toDecimal(text(value), (DecimalType) type);
      case DATE:
        return value -> (int) LocalDate.parse(text(value)).toEpochDay();
      case TIME_WITHOUT_TIME_ZONE:
        return value -> toMillisOfDay(text(value), ((TimeType) type).getPrecision());
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return value -> toTimestamp(text(value), ((TimestampType) type).getPrecision());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return value -> toInstant(text(value), ((LocalZonedTimestampType) type).getPrecision());
      // $CASES-OMITTED$
      default:
        throw new ValidationException("Redis holds no values of type " + type.asSummaryString());
    }
  }

  /** Text without the space around it. */
  static String text(byte[] value) {
    return new String(value, UTF_8).trim();
  }

  /** Reads a boolean as {@code CAST} does: true, t, yes, y, 1 and their opposites. */
  static Boolean toBoolean(byte[] value) {
    switch (text(value).toLowerCase(Locale.ROOT)) {
      case "true":
      case "t":
      case "yes":
      case "y":
      case "1":
        return true;
      case "false":
      case "f":
      case "no":
      case "n":
      case "0":
        return false;
      default:
        throw new IllegalArgumentException("neither true nor false");
    }
  }

  /** More digits after the point than the type has are rounded. */
  static DecimalData toDecimal(String text, DecimalType type) {
    DecimalData result =
        DecimalData.fromBigDecimal(new BigDecimal(text), type.getPrecision(), type.getScale());
    if (result == null) {
      throw new IllegalArgumentException("too many digits");
    }
    return result;
  }

  /** {@code 12:00:00.123}. */
  static int toMillisOfDay(String text, int precision) {
    LocalDateTime time = LocalDateTime.of(LocalDate.ofEpochDay(0), LocalTime.parse(text));
    return truncate(time, precision).get(ChronoField.MILLI_OF_DAY);
  }

  /** {@code 2024-03-01 12:00:00.123}; a T in place of the space is fine. */
  static TimestampData toTimestamp(String text, int precision) {
    return TimestampData.fromLocalDateTime(
        truncate(LocalDateTime.parse(text, Formats.TIMESTAMP), precision));
  }

  /**
   * Reads an instant: {@code 2024-03-01 12:00:00.123} with {@code Z} or an offset such as {@code
   * +08:00} behind it.
   */
  static TimestampData toInstant(String text, int precision) {
    OffsetDateTime time = OffsetDateTime.parse(text, Formats.INSTANT);
    return TimestampData.fromInstant(
        time.with(truncate(time.toLocalDateTime(), precision)).toInstant());
  }

  static LocalDateTime truncate(LocalDateTime time, int precision) {
    int unit = BigDecimal.TEN.pow(9 - precision).intValueExact();
    int nanos = time.get(ChronoField.NANO_OF_SECOND);
    return time.withNano(nanos / unit * unit);
  }

  /** SQL's way to write times. */
  final class Formats {

    static final DateTimeFormatter TIMESTAMP =
        new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("[' ']['T']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .toFormatter();

    static final DateTimeFormatter INSTANT =
        new DateTimeFormatterBuilder()
            .append(TIMESTAMP)
            .appendOffsetId()
            .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
            .toFormatter();

    private Formats() {}
  }
}
