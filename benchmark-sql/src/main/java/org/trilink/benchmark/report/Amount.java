/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Measured values as text, with as many digits as they are worth. */
final class Amount {

  /** Where there is no value. */
  static final String NONE = "–";

  private static final int COUNT_AS_IT_IS = 10_000;
  private static final int MILLIS_AS_THEY_ARE = 10_000;

  private Amount() {}

  /** As values of a metric are written. */
  static DoubleFunction<String> of(Metric metric) {
    return switch (metric.unit()) {
      case "bytes" -> Amount::bytes;
      case "s" -> Amount::seconds;
      case "ms" -> Amount::millis;
      case "µs" -> Amount::micros;
      default -> metric == Metric.BALANCE_DEGREE ? Amount::ratio : Amount::count;
    };
  }

  /** "1.93 M", "845 k", "312". */
  static String count(double value) {
    return scaled(value, 1_000, "", " k", " M", " G");
  }

  /** All digits: "1,934,212". */
  static String exactCount(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** "12.3 MB". */
  static String bytes(double value) {
    return scaled(value, 1_000, " B", " kB", " MB", " GB");
  }

  /** "845 ms", "12.3 s". */
  static String millis(double value) {
    return value < MILLIS_AS_THEY_ARE ? digits(value) + " ms" : digits(value / 1_000) + " s";
  }

  /** "12.3 s". */
  static String seconds(double value) {
    return digits(value) + " s";
  }

  /** "1.28 µs". */
  static String micros(double value) {
    return digits(value) + " µs";
  }

  /** A share of 1 in percent: "81.3 %"; never "100 %" or "0 %" of what is only nearly that. */
  static String share(double value) {
    double percent = 100 * value;
    if (percent > 99.9 && percent < 100) {
      return "> 99.9 %";
    }
    if (percent > 0 && percent < 0.01) {
      return "< 0.01 %";
    }
    return digits(percent) + " %";
  }

  /** A ratio: "0.47". */
  static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** "1.93 M [1.91 M – 1.96 M]"; the median alone if there was one run. */
  static String range(Optional<Sample> sample, DoubleFunction<String> text) {
    if (sample.isEmpty()) {
      return NONE;
    }
    Sample of = sample.get();
    return of.runs() == 1
        ? text.apply(of.median())
        : text.apply(of.median())
            + " ["
            + text.apply(of.min())
            + " – "
            + text.apply(of.max())
            + "]";
  }

  private static String scaled(double value, int step, String... units) {
    if (value < COUNT_AS_IT_IS && units[0].isEmpty()) {
      return exactCount(value);
    }
    int unit = 0;
    double rest = value;
    while (Math.round(rest) >= step && unit < units.length - 1) {
      rest /= step;
      unit++;
    }
    return digits(rest) + units[unit];
  }

  /** Three digits; whole numbers as they are. */
  private static String digits(double value) {
    if (value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (value < 10) {
      return String.format(Locale.ROOT, "%.2f", value);
    }
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }
}
