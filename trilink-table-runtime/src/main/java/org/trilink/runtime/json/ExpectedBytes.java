/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;

/** Bytes that most messages have at one place, compared eight at a time. */
final class ExpectedBytes {

  private static final int WORD = Long.BYTES;

  private final byte[] bytes;

  /** All but the last one to eight bytes. */
  private final long[] words;

  /** The others, the last of them in the highest byte, and all moved down by {@link #shift}. */
  private final long rest;

  private final int shift;

  /** At least one byte, not copied. */
  ExpectedBytes(byte[] bytes) {
    this.bytes = bytes;
    words = new long[(bytes.length - 1) / WORD];
    MemorySegment segment = MemorySegmentFactory.wrap(bytes);
    for (int i = 0; i < words.length; i++) {
      words[i] = segment.getLong(WORD * i);
    }
    long last = 0;
    for (int i = bytes.length - 1; i >= words.length * WORD; i--) {
      last = (last << Byte.SIZE) | (bytes[i] & 0xFF);
    }
    rest = last;
    shift = Long.SIZE - Byte.SIZE * (bytes.length - words.length * WORD);
  }

  int length() {
    return bytes.length;
  }

  /** Whether the message has them from this position on. */
  boolean isAt(MemorySegment message, int position) {
    int end = position + bytes.length;
    if (end > message.size()) {
      return false;
    }
    if (end < WORD) {
      return areAt(message, position);
    }
    int at = position;
    for (long word : words) {
      if (message.getLong(at) != word) {
        return false;
      }
      at += WORD;
    }
    return message.getLongLittleEndian(end - WORD) >>> shift == rest;
  }

  private boolean areAt(MemorySegment message, int position) {
    for (int i = 0; i < bytes.length; i++) {
      if (message.get(position + i) != bytes[i]) {
        return false;
      }
    }
    return true;
  }
}
