/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.generator;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Builds one line of JSON after the other, by hand because a generator must outrun what it feeds.
 *
 * <p>Not thread-safe.
 */
public final class JsonLine {

  private static final int MAX_NUMBER = 24;

  private byte[] buffer = new byte[128];
  private int length;

  /** The bytes of a text that is ASCII. */
  public static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Appends a text in ASCII. */
  public JsonLine text(byte[] ascii) {
    ensure(ascii.length);
    System.arraycopy(ascii, 0, buffer, length, ascii.length);
    length += ascii.length;
    return this;
  }

  /** Appends a number that is not negative. */
  public JsonLine number(long number) {
    ensure(MAX_NUMBER);
    appendDigits(number, 1);
    return this;
  }

  /**
   * Appends a number with decimals.
   *
   * @param number in units of the last decimal
   * @param decimals how many
   * @param unit ten to the power of {@code decimals}
   */
  public JsonLine decimal(long number, int decimals, int unit) {
    ensure(MAX_NUMBER);
    if (number < 0) {
      buffer[length++] = '-';
    }
    long size = Math.abs(number);
    appendDigits(size / unit, 1);
    buffer[length++] = '.';
    appendDigits(size % unit, decimals);
    return this;
  }

  /** Closes the object; the next line begins. */
  public byte[] end() {
    ensure(1);
    buffer[length++] = '}';
    byte[] line = Arrays.copyOf(buffer, length);
    length = 0;
    return line;
  }

  private void ensure(int more) {
    if (buffer.length < length + more) {
      buffer = Arrays.copyOf(buffer, 2 * (length + more));
    }
  }

  private void appendDigits(long number, int minDigits) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    int end = length + Math.max(digits, minDigits);
    long rest = number;
    for (int place = end - 1; place >= length; place--) {
      buffer[place] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length = end;
  }
}
