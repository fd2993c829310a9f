/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.Serializable;
import java.nio.ByteOrder;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;

/**
 * Reads messages that are plain: an object with the same names in the same order as the message
 * that the reader was made of, without nested values, numbers of at most 18 digits (15 with a
 * fraction) without an exponent, and texts of ASCII characters without escapes. It takes bytes for
 * what they are: no tokens, no characters, no look-up of names. Any other message is left to the
 * decoder that can read all, so what is plain can be defined as narrowly as is simple. What is read
 * is exactly what that decoder reads.
 *
 * <p>Texts are views of the message, which must not be changed any more.
 */
final class PlainObjectReader {

  /** A field of the message, in its place. */
  static final class Field implements Serializable {

    private static final long serialVersionUID = 1L;

    /** With quotes. */
    private final byte[] name;

    private final int index;
    private final PlainValue value;
    private final PlainValue ofDropped;
    private final boolean stored;
    private final boolean storedOfDropped;
    private final boolean tested;

    /**
     * @param name of ASCII characters that need no escape
     * @param index in the row; negative if it is not in it
     * @param value how it is taken, and whether it is stored
     * @param ofDropped the same for rows that are dropped
     * @param tested whether the filter needs it
     */
    Field(
        String name,
        int index,
        PlainValue value,
        boolean stored,
        PlainValue ofDropped,
        boolean storedOfDropped,
        boolean tested) {
      this.name = quoted(name);
      this.index = index;
      this.value = value;
      this.stored = stored;
      this.ofDropped = ofDropped;
      this.storedOfDropped = storedOfDropped;
      this.tested = tested;
    }

    /** A field of the message that the row does not have. */
    static Field unknown(String name) {
      return new Field(name, -1, PlainValue.SKIPPED, false, PlainValue.SKIPPED, false, false);
    }

    boolean canBePlain() {
      return value != PlainValue.NEVER && ofDropped != PlainValue.NEVER;
    }

    private static byte[] quoted(String name) {
      byte[] bytes = new byte[name.length() + 2];
      bytes[0] = '"';
      for (int i = 0; i < name.length(); i++) {
        bytes[i + 1] = (byte) name.charAt(i);
      }
      bytes[bytes.length - 1] = '"';
      return bytes;
    }

    /** Whether a name can be compared with bytes. */
    static boolean isPlain(String name) {
      for (int i = 0; i < name.length(); i++) {
        char c = name.charAt(i);
        if (c < ' ' || c >= MAX_ASCII || c == '"' || c == '\\') {
          return false;
        }
      }
      return true;
    }
  }

  private static final int MAX_ASCII = 0x7F;
  private static final int MAX_DIGITS = 18;

  /** What stands for the position behind a value that is not plain. */
  private static final int NOT_PLAIN = -1;

  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  // ---- eight characters at a time
  private static final int WORD = 8;
  private static final boolean WORDS = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private static final int MAX_TIMESTAMP = 40;

  /** A name with its quotes, compared eight bytes at a time. */
  private static final class Name {

    private final byte[] bytes;
    private final long[] words;

    Name(byte[] bytes) {
      this.bytes = bytes;
      MemorySegment segment = MemorySegmentFactory.wrap(bytes);
      words = new long[bytes.length / WORD];
      for (int i = 0; i < words.length; i++) {
        words[i] = segment.getLong(WORD * i);
      }
    }

    boolean isAt(MemorySegment message, int position) {
      if (message.size() - position < bytes.length) {
        return false;
      }
      int at = 0;
      for (long word : words) {
        if (message.getLong(position + at) != word) {
          return false;
        }
        at += WORD;
      }
      for (; at < bytes.length; at++) {
        if (message.get(position + at) != bytes[at]) {
          return false;
        }
      }
      return true;
    }
  }

  private final Field[] fields;
  private final Name[] names;
  private final int arity;
  @Nullable private final RowFilter filter;
  private final int tested;
  private final char dateTimeSeparator;

  private final char[] timestamp = new char[MAX_TIMESTAMP];

  /** Behind the value that was read last, or {@link #NOT_PLAIN}. */
  private int next;

  /** The message. */
  private MemorySegment segment;

  /** The same, as texts have it; null if it has none so far. */
  @Nullable private MemorySegment[] segments;

  /**
   * @param fields in the order of the message, none of a row's fields twice
   * @param arity of the row
   * @param filter null if no rows are dropped
   * @param tested how many fields the filter needs; more than there are if there is none
   * @param dateTimeSeparator between a date and a time
   */
  PlainObjectReader(
      Field[] fields, int arity, @Nullable RowFilter filter, int tested, char dateTimeSeparator) {
    this.fields = fields;
    this.names = new Name[fields.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = new Name(fields[i].name);
    }
    this.arity = arity;
    this.filter = filter;
    this.tested = tested;
    this.dateTimeSeparator = dateTimeSeparator;
  }

  /** Reads a message; null if it is not plain. */
  @Nullable
  GenericRowData read(byte[] message) {
    int end = message.length;
    if (end == 0 || message[0] != '{') {
      return null;
    }
    segment = MemorySegmentFactory.wrap(message);
    segments = null;
    GenericRowData row = new GenericRowData(arity);
    int untested = tested;
    boolean dropped = false;
    int position = 1;
    for (int i = 0; i < fields.length; i++) {
      Field field = fields[i];
      position = behindName(message, position, names[i]);
      if (position == NOT_PLAIN) {
        return null;
      }
      PlainValue how = dropped ? field.ofDropped : field.value;
      Object value = value(message, position, how);
      if (next == NOT_PLAIN) {
        return null;
      }
      if (dropped ? field.storedOfDropped : field.stored) {
        row.setField(field.index, value);
      }
      if (field.tested && --untested == 0) {
        dropped = filter.drops(row);
      }
      position = behindSpace(message, next);
      if (position == end || message[position] != (i + 1 < fields.length ? ',' : '}')) {
        return null;
      }
      position++;
    }
    return row;
  }

  /** The position of the value behind a name and its colon; {@link #NOT_PLAIN} if it is another. */
  private int behindName(byte[] message, int from, Name name) {
    int position = behindSpace(message, from);
    if (!name.isAt(segment, position)) {
      return NOT_PLAIN;
    }
    position = behindSpace(message, position + name.bytes.length);
    if (position == message.length || message[position] != ':') {
      return NOT_PLAIN;
    }
    return behindSpace(message, position + 1);
  }

  private static int behindSpace(byte[] message, int from) {
    int position = from;
    while (position < message.length && isSpace(message[position])) {
      position++;
    }
    return position;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\t' || b == '\r';
  }

  private static boolean isThere(byte[] message, int position, byte[] expected) {
    if (message.length - position < expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if (message[position + i] != expected[i]) {
        return false;
      }
    }
    return true;
  }

  // -------------------------------------------------------------------------------------- values

  /** Reads a value, and sets {@link #next}. */
  @Nullable
  private Object value(byte[] message, int position, PlainValue how) {
    if (position == message.length || how == PlainValue.NEVER) {
      next = NOT_PLAIN;
      return null;
    }
    if (message[position] == 'n') {
      next = isThere(message, position, NULL) ? position + NULL.length : NOT_PLAIN;
      return null;
    }
    switch (how) {
      case SKIPPED:
        next = behindAny(message, position);
        return null;
      case BOOLEAN:
        return bool(message, position);
      case INT:
        return intValue(message, position);
      case LONG:
        return longValue(message, position);
      case DOUBLE:
        return doubleValue(message, position);
      case DOUBLE_WITHOUT_NEGATIVE_ZERO:
        return doubleValue(message, position) + 0.0;
      case TEXT:
        return text(message, position);
      case TIMESTAMP:
        return timestamp(message, position, false);
      default:
        return timestamp(message, position, true);
    }
  }

  /** Behind a value that is no object and no array. */
  private int behindAny(byte[] message, int position) {
    switch (message[position]) {
      case '"':
        int close = endOfText(message, position + 1);
        return close == NOT_PLAIN ? NOT_PLAIN : close + 1;
      case 't':
        return isThere(message, position, TRUE) ? position + TRUE.length : NOT_PLAIN;
      case 'f':
        return isThere(message, position, FALSE) ? position + FALSE.length : NOT_PLAIN;
      default:
        return behindNumber(message, position);
    }
  }

  private static int behindNumber(byte[] message, int from) {
    int position = message[from] == '-' ? from + 1 : from;
    int point = behindDigits(message, position);
    if (point == position || hasLeadingZero(message, position, point)) {
      return NOT_PLAIN;
    }
    if (point == message.length || message[point] != '.') {
      return point;
    }
    int behind = behindDigits(message, point + 1);
    return behind == point + 1 ? NOT_PLAIN : behind;
  }

  private static int behindDigits(byte[] message, int from) {
    int position = from;
    while (position < message.length && message[position] >= '0' && message[position] <= '9') {
      position++;
    }
    return position;
  }

  private static boolean hasLeadingZero(byte[] message, int from, int to) {
    return to - from > 1 && message[from] == '0';
  }

  private Boolean bool(byte[] message, int position) {
    boolean isTrue = isThere(message, position, TRUE);
    if (isTrue) {
      next = position + TRUE.length;
    } else {
      next = isThere(message, position, FALSE) ? position + FALSE.length : NOT_PLAIN;
    }
    return isTrue;
  }

  /** A whole number with at most 18 digits; 0 if {@link #next} is {@link #NOT_PLAIN}. */
  private long longValue(byte[] message, int from) {
    boolean negative = message[from] == '-';
    int first = negative ? from + 1 : from;
    int position = first;
    long value = 0;
    while (position < message.length) {
      int digit = message[position] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      value = value * 10 + digit;
      position++;
    }
    int digits = position - first;
    boolean isWhole = position == message.length || isBehindNumber(message[position]);
    next =
        digits == 0 || digits > MAX_DIGITS || hasLeadingZero(message, first, position) || !isWhole
            ? NOT_PLAIN
            : position;
    return negative ? -value : value;
  }

  /** Not a point, an exponent, or anything that makes it malformed. */
  private static boolean isBehindNumber(byte b) {
    return b == ',' || b == '}' || isSpace(b);
  }

  private int intValue(byte[] message, int position) {
    long value = longValue(message, position);
    if (value != (int) value) {
      next = NOT_PLAIN;
    }
    return (int) value;
  }

  /** A number with at most 15 digits; digits and power of ten are exact, and so is the quotient. */
  private double doubleValue(byte[] message, int from) {
    boolean negative = message[from] == '-';
    int first = negative ? from + 1 : from;
    int point = NOT_PLAIN;
    long value = 0;
    int position = first;
    for (; position < message.length; position++) {
      byte b = message[position];
      if (b >= '0' && b <= '9') {
        value = value * 10 + (b - '0');
      } else if (b == '.' && point == NOT_PLAIN) {
        point = position;
      } else {
        break;
      }
    }
    boolean hasPoint = point != NOT_PLAIN;
    int whole = (hasPoint ? point : position) - first;
    int fraction = hasPoint ? position - point - 1 : 0;
    if (whole == 0
        || (hasPoint && fraction == 0)
        || whole + fraction > ShortDecimal.MAX_DIGITS
        || hasLeadingZero(message, first, first + whole)
        || position == message.length
        || !isBehindNumber(message[position])) {
      next = NOT_PLAIN;
      return 0;
    }
    next = position;
    double magnitude = ShortDecimal.of(value, fraction);
    // a whole number has no -0
    return negative && (hasPoint || value != 0) ? -magnitude : magnitude;
  }

  private Object text(byte[] message, int position) {
    int close = behindText(message, position) - 1;
    if (next == NOT_PLAIN) {
      return null;
    }
    if (segments == null) {
      segments = new MemorySegment[] {segment};
    }
    return new BinaryStringData(segments, position + 1, close - position - 1);
  }

  /** Sets {@link #next}, and returns it. */
  private int behindText(byte[] message, int position) {
    int close = message[position] == '"' ? endOfText(message, position + 1) : NOT_PLAIN;
    next = close == NOT_PLAIN ? NOT_PLAIN : close + 1;
    return next;
  }

  @Nullable
  private TimestampData timestamp(byte[] message, int position, boolean utc) {
    int length = behindText(message, position) - position - 2;
    if (next == NOT_PLAIN) {
      return null;
    }
    TimestampData value = null;
    if (length <= MAX_TIMESTAMP) {
      for (int i = 0; i < length; i++) {
        timestamp[i] = (char) message[position + 1 + i];
      }
      value = PlainTimestamp.parse(timestamp, 0, length, dateTimeSeparator, utc);
    }
    if (value == null) {
      next = NOT_PLAIN;
    }
    return value;
  }

  /**
   * The position of the quote that ends a text; {@link #NOT_PLAIN} if there is an escape, a control
   * character or one that is not ASCII before it.
   */
  private int endOfText(byte[] message, int from) {
    int position = from;
    if (WORDS) {
      for (; position + WORD <= message.length; position += WORD) {
        long special = special(segment.getLong(position));
        if (special != 0) {
          int at = position + (Long.numberOfTrailingZeros(special) >>> 3);
          return message[at] == '"' ? at : NOT_PLAIN;
        }
      }
    }
    for (; position < message.length; position++) {
      byte b = message[position];
      if (b == '"') {
        return position;
      }
      if (b == '\\' || b < ' ') { // or above 127
        return NOT_PLAIN;
      }
    }
    return NOT_PLAIN;
  }

  /**
   * The highest bit of each byte that is a quote, a backslash, below a space or above 127; bytes
   * behind the first of them may be marked, too.
   */
  private static long special(long word) {
    long quote = word ^ (ONES * '"');
    long backslash = word ^ (ONES * '\\');
    return (((quote - ONES) & ~quote)
            | ((backslash - ONES) & ~backslash)
            | ((word - ONES * ' ') & ~word)
            | word)
        & HIGH_BITS;
  }
}
