/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import org.trilink.examples.generator.JsonLine;

/**
 * Reads lines of exactly the form that {@link LowVoltageGenerator} writes, several times faster
 * than a JSON parser does. Any other line is left to one.
 */
final class GeneratedLineScanner {

  static final byte[] BEFORE_SENSOR_ID = JsonLine.ascii("{\"sensor_id\": ");
  static final byte[] BEFORE_VOLTAGE = JsonLine.ascii(", \"voltage\": ");
  static final byte[] BEFORE_TS = JsonLine.ascii(", \"ts\": ");

  /** Up to this many digits and a decimal, a number in tenths is exact in a double too. */
  private static final int MAX_DIGITS = 14;

  private final byte[] line;
  private int position;
  private boolean failed;

  private GeneratedLineScanner(byte[] line) {
    this.line = line;
  }

  /** The reading, or null if the line is not of the generator's form. */
  static VoltageReading scan(byte[] line) {
    return new GeneratedLineScanner(line).scan();
  }

  private VoltageReading scan() {
    expect(BEFORE_SENSOR_ID);
    long sensorId = digits();
    expect(BEFORE_VOLTAGE);
    long volts = digits();
    expect('.');
    int tenths = digit();
    expect(BEFORE_TS);
    long ts = digits();
    expect('}');
    if (failed || position != line.length) {
      return null;
    }
    return new VoltageReading(sensorId, (volts * 10 + tenths) / 10.0, ts);
  }

  private void expect(byte[] text) {
    for (byte b : text) {
      expect(b);
    }
  }

  private void expect(int b) {
    failed |= position >= line.length || line[position] != b;
    position++;
  }

  /** A number without a sign and, as JSON has it, without leading zeros. */
  private long digits() {
    int start = position;
    long number = 0;
    while (position < line.length && isDigit(line[position]) && position - start < MAX_DIGITS) {
      number = number * 10 + (line[position++] - '0');
    }
    int length = position - start;
    failed |= length == 0 || (length > 1 && line[start] == '0');
    return number;
  }

  private int digit() {
    if (position >= line.length || !isDigit(line[position])) {
      failed = true;
      return 0;
    }
    return line[position++] - '0';
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
