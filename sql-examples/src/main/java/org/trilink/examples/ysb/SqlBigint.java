/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts a text as Flink's {@code CAST(text AS BIGINT)} does. */
final class SqlBigint {

  /** Group 1: up to the decimal point; group 2: the rest. */
  private static final Pattern NUMBER = Pattern.compile(" *([+-]?[0-9]*)(\\.[0-9]*)? *");

  private static final Pattern SIGN = Pattern.compile("[+-]?");

  private SqlBigint() {}

  /** The number, cut off at its decimal point; null for null, no number and one that is too big. */
  static Long ofText(String text) {
    Matcher number = NUMBER.matcher(text == null ? "" : text);
    if (!number.matches()) {
      return null;
    }
    try {
      // To Flink, a point without digits before it is 0.
      return Long.valueOf(
          SIGN.matcher(number.group(1)).matches() && number.group(2) != null
              ? "0"
              : number.group(1));
    } catch (NumberFormatException noneOrTooBig) {
      return null;
    }
  }
}
