/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Goes through a line of known form. */
final class LineScanner {

  private static final double[] POWERS_OF_TEN = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

  private byte[] line = {};
  private int position;

  /** Begins with another line. */
  void open(byte[] nextLine) {
    line = nextLine;
    position = 0;
  }

  /** Passes over a text that must come next. */
  void expect(byte[] text) {
    int end = position + text.length;
    if (end > line.length || !Arrays.equals(line, position, end, text, 0, text.length)) {
      throw unexpected();
    }
    position = end;
  }

  /** Whether that text, all up to the next quote, comes next; passes over what is there. */
  boolean isText(byte[] text) {
    int start = position;
    skipText();
    return Arrays.equals(line, start, position, text, 0, text.length);
  }

  /** Passes over all up to the next quote. */
  void skipText() {
    while (position < line.length && line[position] != '"') {
      position++;
    }
  }

  /** All up to the next quote. */
  String text() {
    int start = position;
    skipText();
    return new String(line, start, position - start, StandardCharsets.ISO_8859_1);
  }

  /** A whole number without sign. */
  long number() {
    int start = position;
    long number = digits(0);
    if (position == start) {
      throw unexpected();
    }
    return number;
  }

  /** A number with up to six decimals. */
  double decimal() {
    boolean isNegative = position < line.length && line[position] == '-';
    if (isNegative) {
      position++;
    }
    long number = number();
    int point = position;
    if (point < line.length && line[point] == '.') {
      position++;
      number = digits(number);
      point++;
    }
    double value = number / POWERS_OF_TEN[position - point];
    return isNegative ? -value : value;
  }

  private long digits(long before) {
    long number = before;
    while (position < line.length && line[position] >= '0' && line[position] <= '9') {
      number = number * 10 + (line[position++] - '0');
    }
    return number;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException(
        "not as it is generated, from byte %d on: %s"
            .formatted(position, new String(line, StandardCharsets.UTF_8)));
  }
}
