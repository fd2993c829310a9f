/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.trilink.runtime.decode.UndecidedException;
import org.trilink.runtime.decode.Utf8;

/**
 * A message in Avro's binary encoding, read from front to back. All methods throw an {@link
 * UndecidedException} where the message ends too early or is malformed.
 */
final class AvroInput {

  private static final int MAX_INT_BYTES = 5;
  private static final int MAX_LONG_BYTES = 10;

  private byte[] message;
  private MemorySegment segment;
  private int position;

  /** The message, as texts have it; null if it has none so far. */
  @Nullable private MemorySegment[] segments;

  void open(byte[] newMessage) {
    message = newMessage;
    segment = MemorySegmentFactory.wrap(newMessage);
    segments = null;
    position = 0;
  }

  boolean isAtEnd() {
    return position == message.length;
  }

  /** How many bytes are left. */
  int remaining() {
    return message.length - position;
  }

  private byte next() {
    if (position == message.length) {
      throw new UndecidedException();
    }
    return message[position++];
  }

  boolean readBoolean() {
    return next() == 1;
  }

  int readInt() {
    byte b = next();
    int value = b & 0x7f;
    for (int i = 1; b < 0; i++) {
      if (i == MAX_INT_BYTES) {
        throw new UndecidedException();
      }
      b = next();
      value |= (b & 0x7f) << (7 * i);
    }
    return (value >>> 1) ^ -(value & 1);
  }

  long readLong() {
    byte b = next();
    long value = b & 0x7f;
    for (int i = 1; b < 0; i++) {
      if (i == MAX_LONG_BYTES) {
        throw new UndecidedException();
      }
      b = next();
      value |= (b & 0x7fL) << (7 * i);
    }
    return (value >>> 1) ^ -(value & 1);
  }

  float readFloat() {
    return Float.intBitsToFloat(segment.getIntLittleEndian(advance(Float.BYTES)));
  }

  double readDouble() {
    return Double.longBitsToDouble(segment.getLongLittleEndian(advance(Double.BYTES)));
  }

  /** Goes on by a length; returns the position before. */
  private int advance(long length) {
    if (length < 0 || length > remaining()) {
      throw new UndecidedException();
    }
    int before = position;
    position += (int) length;
    return before;
  }

  /** A view of the message, unless its text is no well-formed UTF-8. */
  StringData readText() {
    int from = advance(readLong());
    if (!Utf8.isAscii(segment, from, position) && !Utf8.isWellFormed(message, from, position)) {
      return StringData.fromString(new String(message, from, position - from, UTF_8));
    }
    if (segments == null) {
      segments = new MemorySegment[] {segment};
    }
    return new BinaryStringData(segments, from, position - from);
  }

  byte[] readBytes() {
    int from = advance(readInt());
    return Arrays.copyOfRange(message, from, position);
  }

  /** How many bytes are skipped. */
  int skipBytes() {
    int length = readInt();
    advance(length);
    return length;
  }

  void skipText() {
    advance(readLong());
  }

  void skip(int bytes) {
    advance(bytes);
  }

  /** How many elements follow in the next block of an array or map; 0 at its end. */
  int readBlock() {
    long count = readLong();
    if (count < 0) {
      readLong(); // the block's size in bytes
      count = -count;
    }
    // an element without bytes would be a null or an empty row
    if (count < 0 || count > remaining()) {
      throw new UndecidedException();
    }
    return (int) count;
  }
}
