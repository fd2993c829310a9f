/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.trilink.runtime.decode.PlainTimestamp;
import org.trilink.runtime.decode.RowFilter;
import org.trilink.runtime.decode.ShortDecimal;

/**
 * Reads a message into a row. Values of the usual form are read from their bytes; all others are
 * converted by flink-csv. As soon as all columns of the filter are decoded, it is evaluated; if the
 * row will be dropped, only those of the remaining columns are decoded that are read of dropped
 * rows, too.
 *
 * <p>Texts are views of the message, which must not be changed any more.
 */
final class CsvRowReader {

  private static final int MAX_DIGITS = 18;
  private static final int MAX_TIMESTAMP = 40;
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

  private final CsvColumn[] columns;
  private final boolean ignoreParseErrors;
  @Nullable private final byte[] nullLiteral;
  @Nullable private final RowFilter filter;
  private final int tested;
  private final CsvCursor cursor;
  private final char[] timestamp = new char[MAX_TIMESTAMP];

  /** The message, as texts have it; null if it has none so far. */
  @Nullable private MemorySegment[] segments;

  /** Whether the last number has the usual form. */
  private boolean isPlain;

  /**
   * @param columns of a message, in their order
   * @param filter null if no rows are dropped
   */
  CsvRowReader(CsvColumn[] columns, CsvDialect dialect, @Nullable RowFilter filter) {
    this.columns = columns;
    this.ignoreParseErrors = dialect.ignoresParseErrors();
    this.nullLiteral = encoded(dialect.nullLiteral());
    this.filter = filter;
    this.tested = RowFilter.testedCount(filter, columns.length);
    this.cursor = new CsvCursor(dialect);
  }

  /**
   * Returns a literal's bytes in UTF-8; null if there is no literal, or if no text can be it: half
   * a surrogate pair has no encoding.
   */
  @Nullable
  private static byte[] encoded(@Nullable String literal) {
    if (literal == null) {
      return null;
    }
    byte[] bytes = literal.getBytes(UTF_8);
    return literal.equals(new String(bytes, UTF_8)) ? bytes : null;
  }

  /**
   * Reads a message; null if flink-csv has to decode it.
   *
   * @throws RuntimeException if flink-csv has to decode it, too
   */
  @Nullable
  GenericRowData read(byte[] message) {
    if (columns.length == 0 || !cursor.open(message)) {
      return null;
    }
    segments = null;
    GenericRowData row = new GenericRowData(columns.length);
    int untested = tested;
    boolean dropped = false;
    for (int i = 0; i < columns.length; i++) {
      if (!cursor.hasNext()) {
        return ignoreParseErrors ? emitted(row, dropped) : null;
      }
      if (!cursor.advance()) {
        return null;
      }
      CsvColumn column = columns[i];
      CsvValue how = dropped ? column.valueOfDropped : column.value;
      if (how == CsvValue.SKIPPED) {
        continue;
      }
      Object value = value(column, how);
      if (dropped ? column.storedOfDropped : column.stored) {
        row.setField(i, value);
      }
      if (column.tested && --untested == 0) {
        dropped = filter.drops(row);
      }
    }
    return cursor.isLast() ? emitted(row, dropped) : null;
  }

  private GenericRowData emitted(GenericRowData row, boolean dropped) {
    return dropped && !filter.emitsDropped() ? RowFilter.DROPPED : row;
  }

  @Nullable
  private Object value(CsvColumn column, CsvValue how) {
    if ((nullLiteral != null && !column.isList && cursor.is(nullLiteral))
        || (column.isNullIfEmpty && cursor.isEmpty())) {
      return null;
    }
    Object plain = plain(how);
    return plain == null
        ? column.converter.convert(
            new String(cursor.bytes(), cursor.from(), cursor.to() - cursor.from(), UTF_8))
        : plain;
  }

  /** The value, if it has the usual form; else null. */
  @Nullable
  private Object plain(CsvValue how) {
    switch (how) {
      case BOOLEAN:
        return cursor.is(TRUE) ? Boolean.TRUE : cursor.is(FALSE) ? Boolean.FALSE : null;
      case BYTE:
        long byteValue = whole();
        return isPlain && byteValue == (byte) byteValue ? (byte) byteValue : null;
      case SHORT:
        long shortValue = whole();
        return isPlain && shortValue == (short) shortValue ? (short) shortValue : null;
      case INT:
        long intValue = whole();
        return isPlain && intValue == (int) intValue ? (int) intValue : null;
      case LONG:
        long longValue = whole();
        return isPlain ? longValue : null;
      case DOUBLE:
        double doubleValue = decimal();
        return isPlain ? doubleValue : null;
      case TEXT:
        return text();
      case TIMESTAMP:
        return timestamp(false);
      case UTC_TIMESTAMP:
        return timestamp(true);
      case SKIPPED:
      case OTHER:
        return null;
    }
    throw new IllegalStateException(how.name());
  }

  /** A number of at most 18 digits, perhaps with a minus; sets {@link #isPlain}. */
  private long whole() {
    byte[] bytes = cursor.bytes();
    int to = cursor.to();
    boolean negative = !cursor.isEmpty() && bytes[cursor.from()] == '-';
    int first = negative ? cursor.from() + 1 : cursor.from();
    isPlain = to > first && to - first <= MAX_DIGITS;
    long value = 0;
    for (int position = first; isPlain && position < to; position++) {
      int digit = bytes[position] - '0';
      isPlain = digit >= 0 && digit <= 9;
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  /**
   * A number of at most 15 digits, perhaps with a minus, and a point between digits; sets {@link
   * #isPlain}. Digits and power of ten are exact, and so is the quotient.
   */
  private double decimal() {
    byte[] bytes = cursor.bytes();
    int to = cursor.to();
    boolean negative = !cursor.isEmpty() && bytes[cursor.from()] == '-';
    int first = negative ? cursor.from() + 1 : cursor.from();
    int point = to;
    long digits = 0;
    isPlain = to > first && to - first <= ShortDecimal.MAX_DIGITS + 1;
    for (int position = first; isPlain && position < to; position++) {
      byte b = bytes[position];
      if (b >= '0' && b <= '9') {
        digits = digits * 10 + (b - '0');
      } else {
        isPlain = b == '.' && point == to && position > first && position + 1 < to;
        point = position;
      }
    }
    int fraction = point == to ? 0 : to - point - 1;
    isPlain &= to - first - (point == to ? 0 : 1) <= ShortDecimal.MAX_DIGITS;
    if (!isPlain) {
      return 0;
    }
    double magnitude = ShortDecimal.of(digits, fraction);
    return negative ? -magnitude : magnitude;
  }

  private StringData text() {
    if (!cursor.isInMessage()) {
      return StringData.fromBytes(Arrays.copyOfRange(cursor.bytes(), cursor.from(), cursor.to()));
    }
    if (segments == null) {
      segments = new MemorySegment[] {cursor.message()};
    }
    return new BinaryStringData(segments, cursor.from(), cursor.to() - cursor.from());
  }

  @Nullable
  private TimestampData timestamp(boolean utc) {
    int length = cursor.to() - cursor.from();
    if (length > MAX_TIMESTAMP) {
      return null;
    }
    for (int i = 0; i < length; i++) {
      timestamp[i] = (char) cursor.bytes()[cursor.from() + i];
    }
    return PlainTimestamp.parse(timestamp, 0, length, ' ', utc);
  }
}
