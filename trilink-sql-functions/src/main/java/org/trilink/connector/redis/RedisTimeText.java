/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import org.apache.flink.table.data.TimestampData;

/** Times as SQL writes them, with as many digits after the second as their type has. */
final class RedisTimeText {

  private static final int NANO_DIGITS = 9;

  /** {@code HH:mm:ss[.fraction]}, of milliseconds of the day. */
  static byte[] time(int millis, int precision) {
    StringBuilder text = new StringBuilder(18);
    appendTime(text, LocalTime.ofNanoOfDay(millis * 1_000_000L), precision);
    return RedisValueFormatter.text(text.toString());
  }

  /** {@code yyyy-MM-dd HH:mm:ss[.fraction]} and what follows. */
  static byte[] timestamp(TimestampData timestamp, int precision, String suffix) {
    LocalDateTime time = timestamp.toLocalDateTime();
    StringBuilder text = new StringBuilder(30);
    text.append(time.toLocalDate()).append(' ');
    appendTime(text, time.toLocalTime(), precision);
    return RedisValueFormatter.text(text.append(suffix).toString());
  }

  private static void appendTime(StringBuilder text, LocalTime time, int precision) {
    appendDigits(text, time.getHour(), 2);
    appendDigits(text.append(':'), time.getMinute(), 2);
    appendDigits(text.append(':'), time.getSecond(), 2);
    if (precision > 0) {
      int fraction = time.get(ChronoField.NANO_OF_SECOND);
      for (int digit = NANO_DIGITS; digit > precision; digit--) {
        fraction /= 10;
      }
      appendDigits(text.append('.'), fraction, precision);
    }
  }

  private static void appendDigits(StringBuilder text, int number, int digits) {
    int from = text.length();
    text.append(number);
    while (text.length() < from + digits) {
      text.insert(from, '0');
    }
  }

  private RedisTimeText() {}
}
