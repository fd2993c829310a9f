/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.Locale;

/** Figures as people read them. */
public final class Texts {

  private static final long SECOND = 1000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Texts() {}

  /**
   * A duration in its two greatest units, such as {@code 3 min 20 s}.
   *
   * @param millis not negative
   */
  public static String duration(long millis) {
    if (millis < SECOND) {
      return millis + " ms";
    }
    if (millis < MINUTE) {
      return units(millis, SECOND, "s", 1, "ms");
    }
    if (millis < HOUR) {
      return units(millis, MINUTE, "min", SECOND, "s");
    }
    return millis < DAY
        ? units(millis, HOUR, "h", MINUTE, "min")
        : units(millis, DAY, "d", HOUR, "h");
  }

  private static String units(long millis, long unit, String name, long rest, String restName) {
    String text = millis / unit + " " + name;
    long more = millis % unit / rest;
    return more == 0 ? text : text + " " + more + " " + restName;
  }

  /**
   * A duration that a hint takes: at least this one, in a round number of a unit.
   *
   * @param millis not negative
   */
  public static String roundedUp(long millis) {
    if (millis < SECOND) {
      return millis + " ms";
    }
    if (millis < MINUTE) {
      return up(millis, SECOND) + " s";
    }
    return millis < HOUR ? up(millis, MINUTE) + " min" : up(millis, HOUR) + " h";
  }

  private static long up(long millis, long unit) {
    return (millis + unit - 1) / unit;
  }

  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A part of the records: {@code none}, {@code all} or a percentage. */
  public static String part(double fraction) {
    if (fraction == 0) {
      return "none";
    }
    return fraction == 1 ? "all" : percent(fraction);
  }

  /** A fraction as a percentage; a small one that is not 0 does not become 0. */
  public static String percent(double fraction) {
    double percent = 100 * fraction;
    if (percent > 0 && percent < 0.01) {
      return "less than 0.01 %";
    }
    return String.format(Locale.ROOT, percent < 1 && percent > 0 ? "%.2f %%" : "%.1f %%", percent);
  }

  public static String decimal(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
