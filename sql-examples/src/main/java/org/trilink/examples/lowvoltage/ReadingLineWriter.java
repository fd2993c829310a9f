/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Arrays;

/**
 * Writes readings as JSON, a hand-built line each, because a generator must outrun what it feeds.
 */
final class ReadingLineWriter {

  /** The fixed text is 36 bytes; a sensor id and a time have at most 19 digits each. */
  private final byte[] buffer = new byte[96];

  private int length;

  /**
   * @param sensorId not negative
   * @param decivolts tenths of a volt, not negative
   * @param ts epoch milliseconds, not negative
   */
  byte[] write(long sensorId, int decivolts, long ts) {
    length = 0;
    append(GeneratedLineScanner.BEFORE_SENSOR_ID);
    append(sensorId);
    append(GeneratedLineScanner.BEFORE_VOLTAGE);
    append(decivolts / 10);
    append('.');
    append(decivolts % 10);
    append(GeneratedLineScanner.BEFORE_TS);
    append(ts);
    append('}');
    return Arrays.copyOf(buffer, length);
  }

  private void append(byte[] text) {
    System.arraycopy(text, 0, buffer, length, text.length);
    length += text.length;
  }

  private void append(char ascii) {
    buffer[length++] = (byte) ascii;
  }

  private void append(long number) {
    int end = length + digits(number);
    long rest = number;
    for (int place = end - 1; place >= length; place--) {
      buffer[place] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length = end;
  }

  private static int digits(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    return digits;
  }
}
