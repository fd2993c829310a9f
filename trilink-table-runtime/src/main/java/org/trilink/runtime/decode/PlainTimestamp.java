/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import java.time.LocalDate;
import java.time.Month;
import java.time.chrono.IsoChronology;
import javax.annotation.Nullable;
import org.apache.flink.table.data.TimestampData;

/**
 * Parses timestamps in the usual format, {@code 2020-01-02 03:04:05.678}: with a year of four
 * digits, seconds, at most nine digits after the point, and valid field values. Flink's formatters
 * accept other formats, too, and return the same result for these.
 */
public final class PlainTimestamp {

  /** The length of {@code 2020-01-02 03:04:05}. */
  private static final int SECONDS_LENGTH = 19;

  private static final int MAX_FRACTION = 9;
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private PlainTimestamp() {}

  /**
   * Parses the text between two positions.
   *
   * @param separator of date and time
   * @param utc whether a {@code Z} is required at the end
   * @return null if it is not plain
   */
  @Nullable
  public static TimestampData parse(char[] text, int from, int to, char separator, boolean utc) {
    int end = utc ? to - 1 : to;
    int length = end - from;
    if (length < SECONDS_LENGTH
        || length == SECONDS_LENGTH + 1
        || length > SECONDS_LENGTH + 1 + MAX_FRACTION
        || (utc && text[end] != 'Z')
        || text[from + 4] != '-'
        || text[from + 7] != '-'
        || text[from + 10] != separator
        || text[from + 13] != ':'
        || text[from + 16] != ':'
        || (length > SECONDS_LENGTH && text[from + SECONDS_LENGTH] != '.')) {
      return null;
    }
    int year = number(text, from, from + 4);
    int month = number(text, from + 5, from + 7);
    int day = number(text, from + 8, from + 10);
    int hour = number(text, from + 11, from + 13);
    int minute = number(text, from + 14, from + 16);
    int second = number(text, from + 17, from + SECONDS_LENGTH);
    int nanos = length == SECONDS_LENGTH ? 0 : nanos(text, from + SECONDS_LENGTH + 1, end);
    if (!isDate(year, month, day) || !isTime(hour, minute, second) || nanos < 0) {
      return null;
    }
    int secondOfDay = (hour * 60 + minute) * 60 + second;
    return TimestampData.fromEpochMillis(
        LocalDate.of(year, month, day).toEpochDay() * MILLIS_PER_DAY
            + secondOfDay * 1_000L
            + nanos / NANOS_PER_MILLI,
        nanos % NANOS_PER_MILLI);
  }

  private static boolean isDate(int year, int month, int day) {
    return year >= 0
        && month >= 1
        && month <= 12
        && day >= 1
        && day <= Month.of(month).length(IsoChronology.INSTANCE.isLeapYear(year));
  }

  private static boolean isTime(int hour, int minute, int second) {
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  }

  private static int nanos(char[] text, int from, int to) {
    int nanos = number(text, from, to);
    for (int i = to - from; i < MAX_FRACTION; i++) {
      nanos *= 10;
    }
    return nanos;
  }

  /** The number with these digits; negative if there is another character. */
  private static int number(char[] text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
