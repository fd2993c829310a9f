/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import java.util.Arrays;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.trilink.runtime.decode.Utf8;

/**
 * Goes through the values of a message, which is one line. It finds values where flink-csv's parser
 * finds them; wherever it is not sure of that, it says no.
 *
 * <p>{@link #bytes()} between {@link #from()} and {@link #to()} are the value: without quotes, and
 * without what was escaped. They are those of the message if the value has nothing to replace.
 */
final class CsvCursor {

  /** Stands for the position of the next value if there is none. */
  private static final int END = -1;

  /** A number to which no byte is equal. */
  private static final int NO_BYTE = 256;

  /**
   * Flink's parser decodes characters in chunks of this size, and fails for some characters beyond
   * ASCII at the end of a chunk.
   */
  private static final int CHUNK = 4_000;

  /** By so many bytes Flink's parser finds out the encoding. */
  private static final int PREFIX = 4;

  private static final int USUAL_VALUE = 64;

  /** A larger buffer, in bytes, is not kept for the next message. */
  private static final int MOST_KEPT = 1 << 20;

  private final int separator;
  private final int quote;
  private final int escape;
  private final boolean comments;

  /** No greater byte ends a value, or escapes something. */
  private final int maxSpecial;

  private byte[] message;
  private MemorySegment segment;
  private int next;

  private byte[] bytes;
  private int from;
  private int to;
  private byte[] unescaped = new byte[USUAL_VALUE];

  CsvCursor(CsvDialect dialect) {
    this.separator = dialect.separator();
    this.quote = dialect.quote() == CsvDialect.NONE ? NO_BYTE : dialect.quote();
    this.escape = dialect.escape() == CsvDialect.NONE ? NO_BYTE : dialect.escape();
    this.comments = dialect.allowsComments();
    int max = Math.max(separator, '\r');
    this.maxSpecial = escape == NO_BYTE ? max : Math.max(max, escape);
  }

  /**
   * Goes to the begin of a message; false if it is none in UTF-8, or begins with a comment or what
   * may be skipped before one.
   */
  boolean open(byte[] newMessage) {
    message = newMessage;
    segment = MemorySegmentFactory.wrap(newMessage);
    next = 0;
    if (unescaped.length > MOST_KEPT) {
      unescaped = new byte[USUAL_VALUE];
    }
    if (newMessage.length == 0 || hasOtherEncoding() || (comments && isBeforeComment())) {
      return false;
    }
    return Utf8.isAscii(segment, 0, newMessage.length)
        || (newMessage.length < CHUNK && Utf8.isWellFormed(newMessage, 0, newMessage.length));
  }

  private boolean hasOtherEncoding() {
    for (int i = 0; i < Math.min(PREFIX, message.length); i++) {
      if (message[i] == 0) {
        return true; // UTF-16 or UTF-32
      }
    }
    return message.length > 2
        && message[0] == (byte) 0xef
        && message[1] == (byte) 0xbb
        && message[2] == (byte) 0xbf;
  }

  private boolean isBeforeComment() {
    byte first = message[0];
    return first == '#' || first == ' ' || isLineEnd(first);
  }

  /** Whether there is another value. */
  boolean hasNext() {
    return next != END;
  }

  /** Goes to the next value; false if it is malformed, or if a second line follows. */
  boolean advance() {
    int position = next;
    byte[] in = message;
    if (position < in.length && in[position] == quote) {
      return quoted(position + 1);
    }
    bytes = in;
    from = position;
    for (; position < in.length; position++) {
      byte b = in[position];
      if (b > maxSpecial) {
        continue;
      }
      if (b == separator || isLineEnd(b)) {
        to = position;
        return endValue(position);
      }
      if (b == escape) {
        return unquotedWithEscapes(position);
      }
    }
    to = position;
    next = END;
    return true;
  }

  private static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r';
  }

  /**
   * Goes behind a separator, or to the end of the message; false if it does not end with the line.
   */
  private boolean endValue(int position) {
    if (message[position] == separator) {
      next = position + 1;
      return true;
    }
    boolean two =
        message[position] == '\r' && position + 1 < message.length && message[position + 1] == '\n';
    next = END;
    return position + (two ? 2 : 1) == message.length;
  }

  private boolean unquotedWithEscapes(int firstEscape) {
    int length = copy(from, firstEscape, 0);
    for (int position = firstEscape; position < message.length; position++) {
      byte b = message[position];
      if (b == separator || isLineEnd(b)) {
        return setUnescaped(length) && endValue(position);
      }
      if (b == escape) {
        position++;
        if (position == message.length) {
          return false;
        }
        length = append(escaped(message[position]), length);
      } else {
        length = append(b, length);
      }
    }
    next = END;
    return setUnescaped(length);
  }

  private boolean quoted(int begin) {
    for (int position = begin; position < message.length; position++) {
      byte b = message[position];
      if (b == quote && !isDoubled(position)) {
        bytes = message;
        from = begin;
        to = position;
        return behindQuote(position + 1);
      }
      if (b == quote || b == escape) {
        return quotedWithEscapes(begin, position);
      }
    }
    return false;
  }

  private boolean isDoubled(int position) {
    return position + 1 < message.length && message[position + 1] == quote;
  }

  private boolean quotedWithEscapes(int begin, int firstEscape) {
    int length = copy(begin, firstEscape, 0);
    for (int position = firstEscape; position < message.length; position++) {
      byte b = message[position];
      if (b == quote) {
        if (!isDoubled(position)) {
          return setUnescaped(length) && behindQuote(position + 1);
        }
        position++;
        length = append(b, length);
      } else if (b == escape) {
        position++;
        if (position == message.length) {
          return false;
        }
        length = append(escaped(message[position]), length);
      } else {
        length = append(b, length);
      }
    }
    return false;
  }

  /** Skips space between a quote and the separator. */
  private boolean behindQuote(int begin) {
    for (int position = begin; position < message.length; position++) {
      byte b = message[position];
      if (b == separator || isLineEnd(b)) {
        return endValue(position);
      }
      if (!isBlank(b)) {
        return false;
      }
    }
    next = END;
    return true;
  }

  private static boolean isBlank(byte b) {
    return b >= 0 && b <= ' ';
  }

  private static byte escaped(byte b) {
    switch (b) {
      case '0':
        return 0;
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      default:
        return b;
    }
  }

  private int copy(int begin, int end, int length) {
    int newLength = length + end - begin;
    if (newLength > unescaped.length) {
      unescaped = Arrays.copyOf(unescaped, 2 * newLength);
    }
    System.arraycopy(message, begin, unescaped, length, end - begin);
    return newLength;
  }

  private int append(byte b, int length) {
    if (length == unescaped.length) {
      unescaped = Arrays.copyOf(unescaped, 2 * length);
    }
    unescaped[length] = b;
    return length + 1;
  }

  private boolean setUnescaped(int length) {
    bytes = unescaped;
    from = 0;
    to = length;
    return true;
  }

  /**
   * Whether the message ends with this value, or with a separator and blanks behind it, which Flink
   * accepts.
   */
  boolean isLast() {
    if (next == END) {
      return true;
    }
    for (int position = next; position < message.length; position++) {
      byte b = message[position];
      if (isLineEnd(b)) {
        return endValue(position);
      }
      if (b == separator || !isBlank(b)) {
        return false;
      }
    }
    return true;
  }

  // ----------------------------------------------------------------------------------- the value

  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Whether the value is a part of the message, as it is. */
  boolean isInMessage() {
    return bytes == message;
  }

  MemorySegment message() {
    return segment;
  }

  boolean isEmpty() {
    return from == to;
  }

  boolean is(byte[] text) {
    if (to - from != text.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (bytes[from + i] != text[i]) {
        return false;
      }
    }
    return true;
  }
}
