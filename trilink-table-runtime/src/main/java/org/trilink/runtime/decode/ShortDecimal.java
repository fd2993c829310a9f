/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

/**
 * Parses doubles with few digits, such as measurements, without a String. The result is exactly
 * that of {@link Double#parseDouble}. Digits and power of ten are exact doubles, so their quotient
 * is the nearest double (Clinger, How to Read Floating Point Numbers Accurately, 1990).
 */
public final class ShortDecimal {

  /** The result of {@link #parse} for a number that is not short; no short number is NaN. */
  public static final double NOT_SHORT = Double.NaN;

  /** With so many digits a number is an exact double, and so is the power of ten. */
  public static final int MAX_DIGITS = 15;

  /** Whole numbers up to here are exact doubles. */
  private static final long MAX_EXACT = 1L << 53;

  private static final double[] POWERS = new double[MAX_DIGITS + 1];

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++, power *= 10) {
      POWERS[i] = power;
    }
  }

  private ShortDecimal() {}

  /**
   * Parses a number in JSON's grammar with at most 15 digits and no exponent.
   *
   * @return {@link #NOT_SHORT} for any other text
   */
  public static double parse(char[] text, int offset, int length) {
    int position = offset;
    int end = offset + length;
    boolean negative = position < end && text[position] == '-';
    if (negative) {
      position++;
    }
    if (end - position > MAX_DIGITS + 1) {
      return NOT_SHORT;
    }
    long digits = 0;
    int point = end - 1;
    for (; position < end; position++) {
      char c = text[position];
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
      } else if (c == '.') {
        point = position;
      } else {
        return NOT_SHORT;
      }
    }
    if (digits > MAX_EXACT) {
      return NOT_SHORT;
    }
    double value = of(digits, end - 1 - point);
    return negative ? -value : value;
  }

  /**
   * The number with these digits.
   *
   * @param digits at most {@link #MAX_DIGITS} of them
   * @param fraction how many of them are behind the point
   */
  public static double of(long digits, int fraction) {
    return digits / POWERS[fraction];
  }
}
