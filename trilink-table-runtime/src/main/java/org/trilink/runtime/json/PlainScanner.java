/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.trilink.runtime.decode.PlainTimestamp;
import org.trilink.runtime.decode.ShortDecimal;

/**
 * Reads the values of a message from its bytes, digits and texts eight bytes at a time. A value
 * that is not plain (see {@link PlainObjectReader}) is not read.
 */
final class PlainScanner {

  /** Stands for the position behind a value that is not plain. */
  static final int NOT_PLAIN = -1;

  private static final int MAX_DIGITS = 18;
  private static final int MAX_TIMESTAMP = 40;

  private static final ExpectedBytes TRUE = new ExpectedBytes(new byte[] {'t', 'r', 'u', 'e'});
  private static final ExpectedBytes FALSE =
      new ExpectedBytes(new byte[] {'f', 'a', 'l', 's', 'e'});
  private static final ExpectedBytes NULL = new ExpectedBytes(new byte[] {'n', 'u', 'l', 'l'});

  // ---- eight bytes at a time
  private static final int WORD = Long.BYTES;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Added to a byte it sets the highest bit, unless the byte is a digit's value. */
  private static final long NO_DIGITS = ONES * (0x80 - 10);

  private static final long[] POWERS = new long[ShortDecimal.MAX_DIGITS + 1];

  static {
    long power = 1;
    for (int i = 0; i < POWERS.length; i++, power *= 10) {
      POWERS[i] = power;
    }
  }

  private final char dateTimeSeparator;
  private final char[] timestamp = new char[MAX_TIMESTAMP];

  private byte[] message;
  private MemorySegment segment;

  /** The message, as texts have it; null if it has none so far. */
  @Nullable private MemorySegment[] segments;

  /** Behind what was read last, or {@link #NOT_PLAIN}. */
  private int next;

  /**
   * @param dateTimeSeparator between a date and a time
   */
  PlainScanner(char dateTimeSeparator) {
    this.dateTimeSeparator = dateTimeSeparator;
  }

  /** Begins with another message. */
  void open(byte[] newMessage) {
    message = newMessage;
    segment = MemorySegmentFactory.wrap(newMessage);
    segments = null;
  }

  /** Behind the value that was read last, or {@link #NOT_PLAIN}. */
  int next() {
    return next;
  }

  // --------------------------------------------------------------------------------- punctuation

  boolean isAt(int position, ExpectedBytes expected) {
    return expected.isAt(segment, position);
  }

  /** Whether there is this character. */
  boolean isAt(int position, char expected) {
    return position < message.length && message[position] == expected;
  }

  /** The position of the first byte that is no white space. */
  int behindSpace(int from) {
    int position = from;
    while (position < message.length && isSpace(message[position])) {
      position++;
    }
    return position;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\t' || b == '\r';
  }

  // --------------------------------------------------------------------------------------- values

  /** Reads a value. */
  @Nullable
  Object read(int position, PlainValue how) {
    if (position >= message.length || how == PlainValue.NEVER) {
      next = NOT_PLAIN;
      return null;
    }
    if (message[position] == 'n') {
      isWord(position, NULL);
      return null;
    }
    switch (how) {
      case SKIPPED:
        skip(position);
        return null;
      case BOOLEAN:
        return bool(position);
      case INT:
        return intValue(position);
      case LONG:
        return longValue(position);
      case DOUBLE:
        return doubleValue(position);
      case DOUBLE_WITHOUT_NEGATIVE_ZERO:
        return doubleValue(position) + 0.0;
      case TEXT:
        return text(position);
      case TIMESTAMP:
        return timestamp(position, false);
      default:
        return timestamp(position, true);
    }
  }

  /** Whether there is this word, which is read then. */
  private boolean isWord(int position, ExpectedBytes word) {
    boolean isThere = isAt(position, word);
    next = isThere ? position + word.length() : NOT_PLAIN;
    return isThere;
  }

  private boolean bool(int position) {
    boolean isTrue = isWord(position, TRUE);
    if (!isTrue) {
      boolean unused = isWord(position, FALSE);
    }
    return isTrue;
  }

  /** Leaves out a value that is no object and no array. */
  private void skip(int position) {
    byte first = message[position];
    if (first == '"') {
      behindText(position);
    } else if (first == 't') {
      isWord(position, TRUE);
    } else if (first == 'f') {
      isWord(position, FALSE);
    } else {
      skipNumber(first == '-' ? position + 1 : position);
    }
  }

  // -------------------------------------------------------------------------------------- numbers

  /** Skips a number of any length, but without an exponent. */
  private void skipNumber(int first) {
    int point = behindDigits(first);
    if (point == first || hasLeadingZero(first, point)) {
      next = NOT_PLAIN;
    } else if (isAt(point, '.')) {
      int behind = behindDigits(point + 1);
      next = behind == point + 1 ? NOT_PLAIN : behind;
    } else {
      next = point;
    }
  }

  private int behindDigits(int from) {
    int position = from;
    while (position < message.length && message[position] >= '0' && message[position] <= '9') {
      position++;
    }
    return position;
  }

  private boolean hasLeadingZero(int from, int to) {
    return to - from > 1 && message[from] == '0';
  }

  /** Whether there is no point, no exponent, and nothing that makes a number malformed. */
  private boolean isBehindNumber(int position) {
    if (position == message.length) {
      return false;
    }
    byte b = message[position];
    return b == ',' || b == '}' || isSpace(b);
  }

  private int intValue(int position) {
    long value = longValue(position);
    if (value != (int) value) {
      next = NOT_PLAIN;
    }
    return (int) value;
  }

  /** A whole number with at most 18 digits. */
  private long longValue(int from) {
    boolean negative = message[from] == '-';
    int first = negative ? from + 1 : from;
    long value = digits(first);
    int count = next - first;
    if (count == 0 || count > MAX_DIGITS || hasLeadingZero(first, next) || !isBehindNumber(next)) {
      next = NOT_PLAIN;
    }
    return negative ? -value : value;
  }

  /** A number with at most 15 digits; digits and power of ten are exact, and so is the quotient. */
  private double doubleValue(int from) {
    boolean negative = message[from] == '-';
    int first = negative ? from + 1 : from;
    long value = digits(first);
    int point = next;
    int fraction = 0;
    boolean hasPoint = isAt(point, '.');
    if (hasPoint) {
      long behindPoint = digits(point + 1);
      fraction = next - point - 1;
      if (fraction == 0 || fraction > ShortDecimal.MAX_DIGITS) {
        next = NOT_PLAIN;
        return 0;
      }
      value = value * POWERS[fraction] + behindPoint;
    }
    int whole = point - first;
    if (whole == 0
        || whole + fraction > ShortDecimal.MAX_DIGITS
        || hasLeadingZero(first, point)
        || !isBehindNumber(next)) {
      next = NOT_PLAIN;
      return 0;
    }
    double magnitude = ShortDecimal.of(value, fraction);
    if (negative && !hasPoint && value == 0) {
      next = NOT_PLAIN; // some decoders take it for a whole number, which has no -0
    }
    return negative ? -magnitude : magnitude;
  }

  /**
   * Reads digits, any number of them, also none.
   *
   * @return their number; something else if there are more than {@link #MAX_DIGITS}
   */
  private long digits(int from) {
    int position = from;
    long value = 0;
    while (position <= message.length - WORD) {
      long word = segment.getLongLittleEndian(position) ^ (ONES * '0');
      long others = ((word + NO_DIGITS) | word) & HIGH_BITS;
      if (others != 0) {
        int count = Long.numberOfTrailingZeros(others) >>> 3;
        next = position + count;
        return count == 0
            ? value
            : value * POWERS[count] + eightDigits(word << (Long.SIZE - Byte.SIZE * count));
      }
      value = value * POWERS[WORD] + eightDigits(word);
      position += WORD;
    }
    for (; position < message.length; position++) {
      int digit = message[position] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      value = value * 10 + digit;
    }
    next = position;
    return value;
  }

  /**
   * The number of eight digits, one a byte, the first one in the lowest: as pairs, then as fours.
   */
  private static long eightDigits(long digits) {
    long pairs = (digits * 10 + (digits >>> 8)) & 0x00FF00FF00FF00FFL;
    long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000FFFF0000FFFFL;
    return (fours * 10_000 + (fours >>> 32)) & 0xFFFFFFFFL;
  }

  // ---------------------------------------------------------------------------------------- texts

  /** A view of the message. */
  @Nullable
  private BinaryStringData text(int position) {
    int close = behindText(position) - 1;
    if (next == NOT_PLAIN) {
      return null;
    }
    if (segments == null) {
      segments = new MemorySegment[] {segment};
    }
    return new BinaryStringData(segments, position + 1, close - position - 1);
  }

  @Nullable
  private TimestampData timestamp(int position, boolean utc) {
    int length = behindText(position) - position - 2;
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

  /** Sets {@link #next}, and returns it. */
  private int behindText(int position) {
    int close = message[position] == '"' ? endOfText(position + 1) : NOT_PLAIN;
    next = close == NOT_PLAIN ? NOT_PLAIN : close + 1;
    return next;
  }

  /**
   * The position of the quote that ends a text; {@link #NOT_PLAIN} if there is an escape, a control
   * character or one that is not ASCII before it.
   */
  private int endOfText(int from) {
    int position = from;
    for (; position <= message.length - WORD; position += WORD) {
      long special = special(segment.getLongLittleEndian(position));
      if (special != 0) {
        int at = position + (Long.numberOfTrailingZeros(special) >>> 3);
        return message[at] == '"' ? at : NOT_PLAIN;
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
