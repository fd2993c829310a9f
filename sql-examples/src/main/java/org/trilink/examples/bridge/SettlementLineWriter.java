/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes readings as JSON, a hand-built line each, because a generator must outrun what it feeds.
 */
final class SettlementLineWriter {

  private static final byte[] BEFORE_SENSOR_ID = ascii("{\"sensor_id\": \"");
  private static final byte[] BEFORE_SETTLEMENT = ascii("\", \"settlement_mm\": ");
  private static final byte[] BEFORE_TS = ascii(", \"ts\": ");

  private static final int MAX_NUMBERS = 48;

  private byte[] buffer = new byte[128];
  private int length;

  /**
   * @param sensorId in ASCII
   * @param micrometres of settlement
   * @param ts epoch milliseconds, not negative
   */
  byte[] write(byte[] sensorId, long micrometres, long ts) {
    length = 0;
    ensure(sensorId.length);
    append(BEFORE_SENSOR_ID);
    append(sensorId);
    append(BEFORE_SETTLEMENT);
    if (micrometres < 0) {
      append('-');
    }
    long size = Math.abs(micrometres);
    append(size / 1_000, 1);
    append('.');
    append(size % 1_000, 3);
    append(BEFORE_TS);
    append(ts, 1);
    append('}');
    return Arrays.copyOf(buffer, length);
  }

  private void ensure(int sensorIdLength) {
    int most =
        sensorIdLength
            + BEFORE_SENSOR_ID.length
            + BEFORE_SETTLEMENT.length
            + BEFORE_TS.length
            + MAX_NUMBERS;
    if (buffer.length < most) {
      buffer = new byte[most];
    }
  }

  private void append(byte[] text) {
    System.arraycopy(text, 0, buffer, length, text.length);
    length += text.length;
  }

  private void append(char ascii) {
    buffer[length++] = (byte) ascii;
  }

  private void append(long number, int minDigits) {
    int digits = minDigits;
    for (long rest = number / power(minDigits); rest > 0; rest /= 10) {
      digits++;
    }
    long rest = number;
    for (int place = length + digits - 1; place >= length; place--) {
      buffer[place] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  private static long power(int digits) {
    return digits == 1 ? 10 : 10 * power(digits - 1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
