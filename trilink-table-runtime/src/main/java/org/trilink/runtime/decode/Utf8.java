/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import org.apache.flink.core.memory.MemorySegment;

/** Finds out whether bytes are text in UTF-8, so that they can be taken as they are. */
public final class Utf8 {

  private static final int WORD = 8;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Whether all bytes between two positions are ASCII. */
  public static boolean isAscii(MemorySegment bytes, int from, int to) {
    int position = from;
    for (; position + WORD <= to; position += WORD) {
      if ((bytes.getLong(position) & HIGH_BITS) != 0) {
        return false;
      }
    }
    for (; position < to; position++) {
      if (bytes.get(position) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the bytes between two positions are well-formed as the Unicode standard says: without
   * surrogates, or more bytes for a character than it needs. Of such bytes all decoders make the
   * same characters.
   */
  public static boolean isWellFormed(byte[] bytes, int from, int to) {
    int position = from;
    while (position < to) {
      int length = length(bytes, position, to);
      if (length == 0) {
        return false;
      }
      position += length;
    }
    return true;
  }

  /** The bytes of the character that begins here; 0 if it is not well-formed. */
  private static int length(byte[] bytes, int position, int to) {
    int first = bytes[position] & 0xff;
    if (first < 0x80) {
      return 1;
    }
    int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first < 0xc2 || first > 0xf4 || to - position < length) {
      return 0;
    }
    int second = bytes[position + 1] & 0xff;
    if (second < lowestSecond(first) || second > highestSecond(first)) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[position + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  private static int lowestSecond(int first) {
    return first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  }

  private static int highestSecond(int first) {
    return first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  }
}
